//! Each provider's response format, with small bodies of our own.

#![allow(
    clippy::expect_used,
    clippy::format_collect,
    clippy::format_push_string,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may stop, and writes what it reads"
)]

use trailcheck::transport::Hit;
use trailcheck::validator::document::{Document, Unparseable, read_document};

fn read(body: &str) -> Document {
    read_document(body.as_bytes(), Some("application/json"))
}

fn hits(body: &str) -> Vec<Hit> {
    match read(body) {
        Document::Hits { hits, .. } => hits,
        other => panic!("no hits but {other:?}"),
    }
}

#[test]
fn each_provider_s_list_becomes_hits() {
    let bodies = [
        (
            "tavily",
            r#"{"query":"q","answer":null,"images":[],"results":[{"title":"T","url":"https://a.invalid",
"content":"S","score":0.9,"raw_content":null}]}"#,
        ),
        (
            "exa",
            r#"{"requestId":"1","results":[{"id":"https://a.invalid","title":"T","url":"https://a.invalid",
"author":null,"text":"S"}]}"#,
        ),
        (
            "firecrawl 2",
            r#"{"success":true,"data":{"web":[{"url":"https://a.invalid","title":"T","description":"S",
"markdown":"M"}]}}"#,
        ),
        (
            "firecrawl 1",
            r#"{"success":true,"data":[{"url":"https://a.invalid","title":"T","description":"S"}]}"#,
        ),
        (
            "brave",
            r#"{"type":"search","query":{"original":"q"},"videos":{"results":[{"title":"V",
"url":"https://v.invalid"}]},"web":{"type":"search","results":[{"title":"T","url":"https://a.invalid",
"description":"S"}]}}"#,
        ),
        (
            "searxng",
            r#"{"query":"q","number_of_results":1,"results":[{"url":"https://a.invalid","title":"T",
"content":"S","engine":"x"}],"unresponsive_engines":[["y","timeout"]]}"#,
        ),
        (
            "serper",
            r#"{"searchParameters":{"q":"q"},"organic":[{"title":"T","link":"https://a.invalid","snippet":"S",
"position":1}]}"#,
        ),
        (
            "serpapi",
            r#"{"search_metadata":{"status":"Success"},"organic_results":[{"position":1,"title":"T",
"link":"https://a.invalid","snippet":"S"}]}"#,
        ),
        (
            "bing",
            r#"{"_type":"SearchResponse","queryContext":{"originalQuery":"q"},
"webPages":{"totalEstimatedMatches":1,"value":[{"id":"1","name":"T","url":"https://a.invalid","snippet":"S"}]}}"#,
        ),
        (
            "google cse",
            r#"{"kind":"customsearch#search","searchInformation":{"totalResults":"1"},"items":[{"title":"T",
"htmlTitle":"<b>T</b>","link":"https://a.invalid","snippet":"S"}]}"#,
        ),
        ("plain", r#"{"results":[{"title":"T","url":"https://a.invalid","snippet":"S"}]}"#),
        ("array", r#"[{"title":"T","url":"https://a.invalid","snippet":"S"}]"#),
    ];
    let wanted = Hit { title: "T".into(), url: "https://a.invalid".into(), snippet: "S".into() };
    for (name, body) in bodies {
        assert_eq!(hits(body), std::slice::from_ref(&wanted), "{name}");
    }
}

#[test]
fn e1_a_hit_without_a_snippet_is_kept() {
    let found = hits(
        r#"{"results":[{"title":"A","url":"https://a.invalid","content":"x"},{"title":"B",
"url":"https://b.invalid","content":null},{"title":"C","url":"https://c.invalid","content":"z"}]}"#,
    );
    assert_eq!(found.iter().map(|hit| hit.snippet.as_str()).collect::<Vec<_>>(), ["x", "", "z"]);
}

#[test]
fn an_empty_list_is_an_empty_list() {
    for body in [
        r#"{"results":[]}"#,
        "[]",
        r#"{"web":{"results":[]}}"#,
        r#"{"organic":[]}"#,
        r#"{"success":true,"data":{"web":[]}}"#,
        r#"{"type":"search","query":{"original":"q"}}"#,
        r#"{"_type":"SearchResponse","queryContext":{"originalQuery":"q"}}"#,
        r#"{"kind":"customsearch#search","searchInformation":{"totalResults":"0"}}"#,
        r#"{"query":"q","results":[],"unresponsive_engines":[]}"#,
        r#"{"search_metadata":{"status":"Success"},"search_information":{"total_results":0,
"organic_results_state":"Fully empty"},"error":"No results for this query."}"#,
    ] {
        assert_eq!(hits(body), [], "{body}");
    }
}

#[test]
fn a1_failed_back_ends_are_upstream_and_not_an_empty_web() {
    let body = r#"{"query":"q","results":[],"unresponsive_engines":[["one","timeout"],["two","CAPTCHA"]]}"#;
    let Document::Upstream { engines } = read(body) else { panic!("not upstream") };
    assert_eq!(engines, ["one", "two"]);
}

#[test]
fn d1_an_error_object_is_no_empty_result() {
    let bodies = [
        (r#"{"error":"invalid key"}"#, None),
        (r#"{"error":{"code":429,"message":"slow down"}}"#, Some(429)),
        (r#"{"detail":{"error":"Unauthorized: missing or invalid API key."}}"#, None),
        (r#"{"success":false,"error":"Payment required"}"#, None),
        (r#"{"errors":[{"status":"401","title":"bad token"}]}"#, Some(401)),
        (r#"{"message":"Unauthorized.","statusCode":403}"#, Some(403)),
        (r#"{"status":"error","message":"engine down"}"#, None),
        (r#"{"type":"ErrorResponse","error":{"id":"1","status":422,"detail":"bad"}}"#, Some(422)),
        (r#"{"results":[],"error":"backend unavailable"}"#, None),
    ];
    for (body, wanted) in bodies {
        let Document::ErrorObject { status, .. } = read(body) else { panic!("no error object: {body}") };
        assert_eq!(status, wanted, "{body}");
    }
}

#[test]
fn e3_html_where_json_was_due_is_unparseable() {
    let found = read("<!doctype html><title>Gateway</title>");
    assert!(matches!(found, Document::Unparseable { why: Unparseable::HtmlForJson }));
}

#[test]
fn e7_nan_is_no_json() {
    for body in [r#"{"results":[{"title":"T","url":"u","score":NaN}]}"#, "NaN", r#"{"a":"#, "", "{]"] {
        assert!(matches!(read(body), Document::Unparseable { why: Unparseable::InvalidJson }), "{body}");
    }
    let undeclared = read_document(br#"{"score": NaN}"#, None);
    assert!(matches!(undeclared, Document::Unparseable { .. }));
}

#[test]
fn an_answer_without_sources_is_ungrounded() {
    let found = read(r#"{"query":"q","answer":"It is so.","results":[]}"#);
    assert!(matches!(found, Document::Hits { ungrounded: true, .. }));
}

#[test]
fn another_json_document_is_content() {
    let body = r#"{"title":"Tide table","body":"High water at the harbour is at nine.","tags":["tide"]}"#;
    let Document::Page(page) = read(body) else { panic!("no page") };
    assert_eq!(page.title, "Tide table");
    assert!(page.main_text(500).contains("High water at the harbour is at nine."));
    assert!(matches!(read(r#"{"status":"ok"}"#), Document::Page(_)));
}
