//! Which spellings are one host: canonicalised as a client would before it connects.

use url::{Host, Url};

/// Reads a URL that may be fetched, with its canonical host: http or https, with a host, without userinfo. A blank
/// userinfo (`https://@host/`) is one too: it serves only to mislead a reader.
pub fn fetchable(url: &str) -> Option<(Url, Host)> {
    let parsed = Url::parse(url).ok()?;
    let is_web = matches!(parsed.scheme(), "http" | "https");
    if !is_web || authority(url).contains('@') {
        return None;
    }
    let host = without_dot(parsed.host()?.to_owned());
    Some((parsed, host))
}

/// The host that a spelling means: IDNA, case, percent-encoding, the forms of an IPv4 number, and one trailing dot.
/// None where it is no host, such as a URL or a host with a port.
pub fn canonical(host: &str) -> Option<Host> {
    Host::parse(host.trim()).ok().map(without_dot)
}

fn without_dot(host: Host) -> Host {
    match host {
        Host::Domain(name) => Host::Domain(name.strip_suffix('.').unwrap_or(&name).to_owned()),
        Host::Ipv4(_) | Host::Ipv6(_) => host,
    }
}

/// The authority as it is written, by the rules of the parser: slashes may lean either way, and number as they like.
fn authority(url: &str) -> &str {
    let rest = url.split_once(':').map_or("", |(_, rest)| rest);
    // The parser drops these wherever they stand.
    let rest = rest.trim_start_matches(['/', '\\', '\t', '\n', '\r']);
    rest.split(['/', '\\', '?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{canonical, fetchable};

    #[test]
    fn spellings_of_one_host_are_one_host() {
        for (a, b) in [
            ("Docs.Example", "docs.example"),
            ("docs.example.", "docs.example"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("BÜCHER.example.", "xn--bcher-kva.example"),
            ("docs。example", "docs.example"),
            ("ｄｏｃｓ.example", "docs.example"),
            ("d%6fcs.example", "docs.example"),
            ("0x7f.1", "127.0.0.1"),
            ("2130706433", "127.0.0.1"),
            ("0177.0.0.1", "127.0.0.1"),
            ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"),
        ] {
            assert!(canonical(a).is_some() && canonical(a) == canonical(b), "{a} {b}");
        }
    }

    #[test]
    fn other_hosts_stay_other_hosts() {
        for other in [
            "",
            " ",
            "docs.example..",
            "sub.docs.example",
            "docs.example:443",
            "https://docs.example",
            "*",
            "::1",
        ] {
            assert_ne!(canonical(other), canonical("docs.example"), "{other}");
        }
    }

    #[test]
    fn only_web_urls_without_userinfo_can_be_fetched() {
        for url in ["https://docs.example/", "HTTP://docs.example:8080/a@b?c=@#@", " https:docs.example "] {
            assert!(fetchable(url).is_some(), "{url}");
        }
        for url in [
            "",
            "docs.example/page",
            "//docs.example/",
            "https://",
            "https://docs example/",
            "https://docs.example:99999/",
            "https://1.2.3.4.5/",
            "https://256.1.1.1/",
            "ftp://docs.example/",
            "file:///etc/passwd",
            "data:text/html,x",
            "javascript:alert(1)",
            "https://user@docs.example/",
            "https://user:secret@docs.example/",
            "https://:secret@docs.example/",
            "https://@docs.example/",
            "https:\\\\user@docs.example/",
            "https:/\t/user@docs.example/",
            "https://docs.example@evil.example/",
        ] {
            assert!(fetchable(url).is_none(), "{url}");
        }
    }
}
