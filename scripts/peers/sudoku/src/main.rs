//! `solve FILE` prints the only solution of each line; `count LINE MOST` the number of solutions; `generate N` N sudokus, which
//! are not minimal.

use sudoku::Sudoku;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["solve", file] => {
            for line in std::fs::read_to_string(file).expect("a list of sudokus").lines() {
                let sudoku = Sudoku::from_str_line(line).expect("a sudoku");
                println!("{}", sudoku.solution().expect("one solution").to_str_line());
            }
        }
        ["count", line, most] => {
            let sudoku = Sudoku::from_str_line(line).expect("a sudoku");
            println!("{}", sudoku.solutions_count_up_to(most.parse().expect("a number")));
        }
        ["generate", count] => {
            for _ in 0..count.parse().expect("a number") {
                println!("{}", Sudoku::generate().to_str_line());
            }
        }
        _ => panic!("solve FILE, count LINE MOST or generate N"),
    }
}
