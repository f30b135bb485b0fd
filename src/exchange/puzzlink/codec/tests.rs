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
    assert!(Reader::new("3").four(4).is_err() && Reader::new("A").sixteen(1).is_err());
}

#[test]
fn rooms() {
    // A 2x2 board with one wall, between the two columns.
    let rooms = Reader::new("o0").rooms(2, 2).expect("reads");
    assert_eq!(rooms, [0, 1, 0, 1]);
    let single = Reader::new("").rooms(1, 1).expect("reads");
    assert_eq!(single, [0]);
}

#[test]
fn arrows_and_lists() {
    assert_eq!(tokens(&Reader::new("12a+4.").arrows(4).expect("reads")), "2,up . # #");
    assert_eq!(tokens(&Reader::new("9a0bk.g").tapa(5).expect("reads")), "1,1,1,1 ?,? 1,1,? ? .");
}
