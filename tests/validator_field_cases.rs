//! The validator's field cases: how pages fail where they are really used, each with the right verdict.

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

use std::sync::LazyLock;
use trailcheck::receipt::NotUsefulReason as Reason;
use trailcheck::validator::document::{Document, read_document};
use trailcheck::validator::features::page_features;
use trailcheck::validator::markers::MarkerSet;
use trailcheck::validator::verdict::{PageThresholds, judge};

static MARKERS: LazyLock<MarkerSet> = LazyLock::new(MarkerSet::default);

fn verdict(body: &str, query: &str) -> Result<(), Reason> {
    match read_document(body.as_bytes(), None) {
        Document::Page(page) => judge(&page_features(&page, query, &MARKERS), &PageThresholds::default()),
        other => panic!("no page: {other:?}"),
    }
}

/// `words` words of prose about tide tables, in paragraphs.
fn article(words: usize) -> String {
    const SENTENCE: &str = "The harbour office prints the tide table each spring so that skippers can plan the narrow \
                            channel at slack water and still reach the outer mole before the evening wind sets in.";
    let per = SENTENCE.split(' ').count();
    let mut text = String::new();
    for paragraph in 0..words.div_ceil(per * 3) {
        text.push_str(&format!("<p>{SENTENCE} {SENTENCE} {SENTENCE} (part {paragraph})</p>\n"));
    }
    text
}

const QUERY: &str = "harbour tide table";

#[test]
fn a3_a_page_whose_only_heading_is_an_error_or_a_refusal() {
    let page =
        |name: &str| format!("<html><head><title>{name}</title></head><body><h1>{name}</h1></body></html>");
    for name in [
        "Not Found",
        "404 Not Found",
        "Untitled",
        "Page not found",
        "Seite nicht gefunden",
        "エラー",
        "Error",
    ] {
        assert_eq!(verdict(&page(name), QUERY), Err(Reason::ErrorPage), "{name}");
    }
    for name in
        ["Access denied", "Too Many Requests", "429 Too Many Requests", "Acceso denegado", "访问被拒绝"]
    {
        assert_eq!(verdict(&page(name), QUERY), Err(Reason::BotCheck), "{name}");
    }
}

#[test]
fn a5_a_shell_from_which_only_the_title_can_be_extracted() {
    let script = "window.__STATE__={\"routes\":[\"home\",\"item\"],\"locale\":\"en\"};".repeat(36);
    let page = format!(
        "<!doctype html><html><head><title>Harbour tide table</title><script>{script}</script></head>\
         <body><div id=\"root\"></div><script src=\"/static/js/main.8d1f.js\"></script></body></html>"
    );
    assert_eq!(verdict(&page, QUERY), Err(Reason::JavascriptRequired));
}

#[test]
fn a7_short_is_not_blocked() {
    assert_eq!(verdict("{\"status\":\"ok\"}", QUERY), Err(Reason::ContentTooShort));
    let page = "<html><head><title>Tide table</title><script src=/analytics.js></script></head><body><h1>Tide \
             table</h1>\
                <p>High water at the harbour is at nine in the morning and at half past nine at \
                night.</p></body></html>";
    assert_eq!(verdict(page, QUERY), Err(Reason::ContentTooShort));
    let lower = PageThresholds { short_max_chars: 50.0, ..PageThresholds::default() };
    let Document::Page(read) = read_document(page.as_bytes(), None) else { panic!("no page") };
    assert_eq!(judge(&page_features(&read, QUERY, &MARKERS), &lower), Ok(()));
}

#[test]
fn a9_a_notice_alone_is_a_wall_and_above_an_article_is_none() {
    let notice = "<a href=\"#main\">Skip to content</a><div class=\"cookie-banner\"><h2>We use cookies</h2>\
                  <p>This website uses cookies to improve your experience.</p><a href=\"?c=1\">Accept all</a> \
                  <a href=\"?c=0\">Reject all</a></div>";
    let alone = format!("<html><head><title>Harbour</title></head><body>{notice}</body></html>");
    let above = format!(
        "<html><head><title>Harbour tide table</title></head><body>{notice}<main id=\"main\"><h1>Tide \
                         table</h1>{}</main></body></html>",
        article(300)
    );
    assert_eq!(verdict(&alone, QUERY), Err(Reason::ConsentWall));
    assert_eq!(verdict(&above, QUERY), Ok(()));
    let bare = above.replace("class=\"cookie-banner\"", "");
    assert_eq!(verdict(&bare, QUERY), Ok(()), "without a class that says what it is");
}

#[test]
fn l3_a_notice_in_a_div_and_the_article_in_an_aside() {
    let page = format!(
        "<html><head><title>Harbour tide table</title></head><body><div id=\"cookie-notice\"><p>We use cookies to \
         remember your settings.</p><button>Accept</button></div><aside><h1>Tide table</h1>{}</aside></body></html>",
        article(900)
    );
    assert_eq!(verdict(&page, QUERY), Ok(()));
}

#[test]
fn l5_noscript_asks_for_scripts_or_only_holds_a_pixel() {
    let shell = "<html><head><title>Harbour</title></head><body><div id=\"app\"></div><noscript><div><p>Please enable \
                 JavaScript to use this application.</p></div></noscript><script src=app.js></script></body></html>";
    assert_eq!(verdict(shell, QUERY), Err(Reason::JavascriptRequired));
    let full = format!(
        "<html><head><title>Harbour tide table</title></head><body><noscript><img height=1 width=1 \
         src=\"https://pixel.invalid/t?ev=PageView&noscript=1\"></noscript>{}<script \
         src=app.js></script></body></html>",
        article(400)
    );
    assert_eq!(verdict(&full, QUERY), Ok(()));
}

#[test]
fn l7_an_index_page_is_useful_for_a_query_that_one_of_its_headlines_answers() {
    let mut items = String::new();
    for n in 0..20 {
        items.push_str(&format!(
            "<li><h3><a href=\"/n/{n}\">Council decides on bridge number {n} after long debate</a></h3><p>The \
            works will \
             begin in spring and last {n} weeks, says the office.</p></li>"
        ));
    }
    items.push_str("<li><h3><a href=\"/t\">Harbour tide table for next year is out</a></h3></li>");
    let page = format!("<html><head><title>Town news</title></head><body><ul>{items}</ul></body></html>");
    assert_eq!(verdict(&page, QUERY), Ok(()));
    assert_eq!(verdict(&page, "chess openings for beginners"), Err(Reason::NoQueryTermsMatched));
}

#[test]
fn k7_the_floor_lies_between_shells_and_short_true_pages() {
    let page = |chars: usize| {
        let text: String = article(400).replace("<p>", "").replace("</p>", "").chars().take(chars).collect();
        format!("<html><head><title>Tide table</title></head><body><p>{text}.</p></body></html>")
    };
    for chars in [694, 825, 950] {
        assert_eq!(verdict(&page(chars), QUERY), Ok(()), "{chars}");
    }
    for chars in [53, 120] {
        assert_eq!(verdict(&page(chars), QUERY), Err(Reason::ContentTooShort), "{chars}");
    }
}

#[test]
fn an_article_about_walls_is_no_wall() {
    let page = format!(
        "<html><head><title>How to show a captcha well</title></head><body><nav><a href=/login>Log \
        in</a></nav><article>\
         <h1>How to show a captcha well</h1><p>Most sites print \"verify you are human\" or \"checking your \
         browser before \
         accessing\" and leave it at that.</p>{}<h2>Error messages</h2><p>Do not write \"sorry, something went \
         wrong\".</p>\
         <h2>Login</h2><form><input type=password></form></article></body></html>",
        article(600)
    );
    assert_eq!(verdict(&page, "show captcha"), Ok(()));
}

#[test]
fn a_page_named_like_an_error_is_useful_to_who_asks_for_it() {
    let page = format!(
        "<html><head><title>404 Not Found - Status codes</title></head><body><h1>404 Not Found</h1>{}</body></html>",
        article(300)
    );
    assert_eq!(verdict(&page, "http 404 not found status code"), Ok(()));
}

#[test]
fn a_login_wall_with_a_long_footer_is_a_wall() {
    let footer: String = (0..60)
        .map(|n| format!("<p>Terms of service, paragraph {n}: the operator is not liable.</p>"))
        .collect();
    let page = format!(
        "<html><head><title>Log in | Harbour</title></head><body><form><h1>Log in</h1><input name=u><input \
        type=password>\
         <a href=/f>Forgot your password?</a></form><footer>{footer}</footer></body></html>"
    );
    assert!(footer.len() > 3000);
    assert_eq!(verdict(&page, QUERY), Err(Reason::LoginWall));
}

#[test]
fn a_challenge_with_a_long_script_is_a_bot_check() {
    let script = "var a=[];for(var i=0;i<99;i++){a.push(i*7%13);}".repeat(600);
    let page = format!(
        "<html><head><title>Just a moment...</title></head><body><div class=main-content><h1>example.invalid</h1>\
         <p>Verifying you are human. This may take a few seconds.</p></div><script>{script}</script></body></html>"
    );
    assert_eq!(verdict(&page, QUERY), Err(Reason::BotCheck));
}

#[test]
fn consent_pages_in_german_and_japanese() {
    let de = "<html lang=de><head><title>Bevor Sie zu Hafenblatt weitergehen</title></head><body><h1>Bevor Sie \
             zu Hafenblatt \
              weitergehen</h1><p>Wir verwenden Cookies, um unsere Dienste bereitzustellen.</p><button>Alle \
              ablehnen</button>\
              <button>Alle akzeptieren</button></body></html>";
    assert_eq!(verdict(de, QUERY), Err(Reason::ConsentWall));
    let ja = "<html lang=ja><head><title>港の潮見表</title></head><body><h1>Cookieの使用について</h1><p>当サイトではサービス向上のためCookie\
              を使用しています。</p><button>同意する</button><button>拒否する</button></body></html>";
    assert_eq!(verdict(ja, QUERY), Err(Reason::ConsentWall));
}

#[test]
fn the_first_reason_in_vocabulary_order_wins() {
    let page = "<html><head><title>Access denied</title></head><body><h1>Access denied</h1><p>Please log in to \
             continue. \
                Page not found.</p><input type=password></body></html>";
    assert_eq!(verdict(page, QUERY), Err(Reason::BotCheck));
}
