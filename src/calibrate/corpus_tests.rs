use super::*;

const HEAD: &str = "page,label,query,lang,site\n";

fn mistakes(text: &str) -> Vec<(u32, u32, String, String)> {
    let mistakes = read_labels(text.as_bytes()).unwrap_err();
    mistakes.told.into_iter().map(|m| (m.line, m.column, m.title, m.fix)).collect()
}

#[test]
fn mark_line_ends_and_quoted_newlines_change_nothing() {
    let text = "page,label,query,lang,site,why,content_type\na.html,useful,\"one\ntwo\",en,s,x,\nb,login_wall,q,\
        de,s,\"a \"\"b\"\"\",text/html\n";
    let plain = read_labels(text.as_bytes()).unwrap();
    let marked = read_labels(format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes()).unwrap();
    assert_eq!(plain.rows[0].query.as_ref(), "one\ntwo");
    assert_eq!(plain.rows[1].line, 4);
    assert_eq!(plain.rows[1].further.as_ref(), ["a \"b\"".into(), "text/html".into()]);
    assert_eq!(plain.rows[1].content_type.as_deref(), Some("text/html"));
    assert_eq!(marked.rows[0].query.as_ref(), "one\r\ntwo");
    assert_eq!(marked.rows[1], plain.rows[1]);
}

#[test]
fn every_mistake_has_its_place_and_fix() {
    let table = [
        ("", 1, 1, "the file is empty", "begin with the line `page,label"),
        ("page,lable,query,lang,site\n", 1, 6, "column 2 is `lable`", "page,label,query"),
        ("page,label,query,lang\n", 1, 22, "column 5 is missing", "page,label,query"),
        ("page,label,query,lang,site,x,x\n", 1, 30, "a second column `x`", "another name"),
        (&format!("{HEAD}a,usefull,q,en,s\n"), 2, 3, "unknown label `usefull`", "did you mean `useful`?"),
        (&format!("{HEAD}a,Login-Wall,q,en,s\n"), 2, 3, "unknown label", "did you mean `login_wall`?"),
        (&format!("{HEAD}a,zzz,q,en,s\n"), 2, 3, "unknown label", "write one of useful, unparseable_payload"),
        (&format!("{HEAD}\nü,useful,q,en,s\nü,useful,q,en,s\n"), 4, 1, "stands in line 3", "another query"),
        (&format!("{HEAD}../a,useful,q,en,s\n"), 2, 1, "leads out of", "move the page"),
        (&format!("{HEAD}x\\..\\a,useful,q,en,s\n"), 2, 1, "leads out of", "move the page"),
        (&format!("{HEAD}/a,useful,q,en,s\n"), 2, 1, "absolute path", "relative"),
        (&format!("{HEAD}c:a,useful,q,en,s\n"), 2, 1, "absolute path", "relative"),
        (&format!("{HEAD},useful,q,en,s\n"), 2, 1, "no page is named", "below the corpus"),
        (&format!("{HEAD}a,useful,q,en\n"), 2, 1, "4 cells, the header has 5", "quote a cell"),
        (&format!("{HEAD}a,useful,ä \"b\" c,en,s\n"), 2, 12, "an unescaped quote", "double the quote"),
        (&format!("{HEAD}a,useful,\"b\"c,en,s\n"), 2, 13, "text after the quote", "double a quote"),
        (&format!("{HEAD}a,useful,\"b,en,s\nc,useful,q,en,s\n"), 2, 10, "never closed", "close the cell"),
    ];
    for (text, line, column, title, fix) in table {
        let found = mistakes(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!((found[0].0, found[0].1), (line, column), "{text}: {found:?}");
        assert!(found[0].2.contains(title) && found[0].3.contains(fix), "{text}: {found:?}");
    }
}

#[test]
fn all_mistakes_are_told_at_once_and_too_many_are_counted() {
    let found = mistakes(&format!("{HEAD}../a,usefull,q,en,s\nb,useful,q,en,s\nb,useful,q,en,s\nc,useful\n"));
    let lines: Vec<(u32, u32)> = found.iter().map(|m| (m.0, m.1)).collect();
    assert_eq!(lines, [(2, 1), (2, 6), (4, 1), (5, 1)]);
    let many = format!("{HEAD}{}", "a,nonsense,q,en,s\n".repeat(500));
    let mistakes = read_labels(many.as_bytes()).unwrap_err();
    assert_eq!((mistakes.told.len(), mistakes.more), (MAX_MISTAKES, 400));
    let quotes = format!("{HEAD}{}", "a,x\"y,q,en,s\n".repeat(500));
    assert_eq!(read_labels(quotes.as_bytes()).unwrap_err().told.len(), MAX_MISTAKES);
}

#[test]
fn not_utf8_is_a_mistake_with_its_place() {
    let mistakes = read_labels(b"page,label,query,lang,site\na,useful,\xff,en,s\n").unwrap_err();
    assert_eq!((mistakes.told[0].line, mistakes.told[0].column), (2, 10));
}

#[test]
fn a_header_alone_is_a_corpus_without_rows() {
    assert!(read_labels(HEAD.as_bytes()).unwrap().rows.is_empty());
    assert!(read_labels(HEAD.trim_end().as_bytes()).unwrap().rows.is_empty());
}
