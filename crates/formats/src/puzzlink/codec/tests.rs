use super::*;

fn tokens(clues: &[Clue]) -> String {
    clues.iter().map(Clue::token).collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers() {
    assert_eq!(tokens(&Reader::new("06c.g").four(8).expect("reads")), "0 1 . 2 . . ? .");
    assert_eq!(tokens(&Reader::new("-10+100.ga").sixteen(5).expect("reads")), "16 256 ? . 10");
    assert_eq!(tokens(&Reader::new("=000%000*0000$00000").sixteen(4).expect("reads")), "4096 8192 12240 77776");
    assert_eq!(tokens(&Reader::new("3b.").ten(4).expect("reads")), "3 . . ?");
    assert_eq!(tokens(&Reader::new("a-10.@").thirty_six(4).expect("reads")), "10 36 . ?");
    assert!(Reader::new("-1").sixteen(4).is_err() && Reader::new("A").sixteen(1).is_err());
}

#[test]
fn data_that_ends_early_leaves_blanks() {
    let mut reader = Reader::new("3h");
    assert_eq!(tokens(&reader.four(5).expect("reads")), "3 . . . .");
    assert_eq!(reader.flags(7).expect("reads"), [false; 7]);
    assert_eq!(reader.short(), 2 + 7);
}

#[test]
fn arrows_and_lists() {
    assert_eq!(tokens(&Reader::new("12a+4.").arrows(4, None).expect("reads")), "2,up . # #");
    assert_eq!(tokens(&Reader::new("9a0bk.g").tapa(5).expect("reads")), "1,1,1,1 ?,? 1,1,? ? .");
}
