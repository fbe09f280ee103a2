//! The page around what it shows.

use super::STYLE;
use super::text::escape;

/// Everything up to and with `<body>`; `style` is what the page adds to the common sheet. The policy forbids the page
/// to fetch anything.
pub(in crate::report) fn top(title: &str, style: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <title>{}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n",
        escape(title),
    )
}

/// The script and the end of the page.
pub(in crate::report) fn bottom(script: &str) -> String {
    format!("<script>{script}</script>\n</body>\n</html>\n")
}
