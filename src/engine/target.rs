//! The URL of one attempt: the transport's base URL with `q=` set to the form-encoded query.

use std::borrow::Cow;

use url::form_urlencoded;

/// Sets `q` in a base URL. The first `q=` that is there is replaced and a further one dropped; else it is appended,
/// before any fragment. Everything else stays byte for byte, so this works on what no parser accepts too.
pub fn with_query(base_url: &str, query: &str) -> String {
    let (before_fragment, fragment) = match base_url.find('#') {
        Some(at) => base_url.split_at(at),
        None => (base_url, ""),
    };
    let (path, params) = match before_fragment.split_once('?') {
        Some((path, params)) => (path, params),
        None => (before_fragment, ""),
    };
    let mut url = String::with_capacity(base_url.len() + query.len() + 8);
    url.push_str(path);
    let mut set = false;
    let mut separator = '?';
    for param in params.split('&') {
        let is_query = is_query(param);
        if (is_query && set) || (param.is_empty() && params.is_empty()) {
            continue;
        }
        url.push(separator);
        separator = '&';
        if is_query {
            push_query(&mut url, query);
            set = true;
        } else {
            url.push_str(param);
        }
    }
    if !set {
        // `?a=1&` needs no second separator.
        if !url[path.len()..].ends_with(['?', '&']) {
            url.push(separator);
        }
        push_query(&mut url, query);
    }
    url.push_str(fragment);
    url
}

fn is_query(param: &str) -> bool {
    let name = param.split_once('=').map_or(param, |(name, _)| name);
    name == "q" || (name.len() > 1 && decoded(name) == "q")
}

fn decoded(name: &str) -> Cow<'_, str> {
    form_urlencoded::parse(name.as_bytes()).next().map_or(Cow::Borrowed(""), |(name, _)| name)
}

fn push_query(url: &mut String, query: &str) {
    url.push_str("q=");
    url.extend(form_urlencoded::byte_serialize(query.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn q_is_set_and_the_rest_is_untouched() {
        for (base, expected) in [
            ("https://h/s", "https://h/s?q=a+b"),
            ("https://h/s?", "https://h/s?q=a+b"),
            ("https://h/s?k=1", "https://h/s?k=1&q=a+b"),
            ("https://h/s?k=1&", "https://h/s?k=1&q=a+b"),
            ("https://h/s?q=old&k=1", "https://h/s?q=a+b&k=1"),
            ("https://h/s?k=1&q=", "https://h/s?k=1&q=a+b"),
            ("https://h/s?q", "https://h/s?q=a+b"),
            ("https://h/s?%71=x", "https://h/s?q=a+b"),
            ("https://h/s?q=1&x=2&q=3", "https://h/s?q=a+b&x=2"),
            ("https://h/s?qq=1&Q=2", "https://h/s?qq=1&Q=2&q=a+b"),
            ("https://h/s#top", "https://h/s?q=a+b#top"),
            ("https://h/s?k=1#q=frag", "https://h/s?k=1&q=a+b#q=frag"),
            ("https://h/s?a&&b", "https://h/s?a&&b&q=a+b"),
        ] {
            assert_eq!(with_query(base, "a b"), expected, "{base}");
        }
    }

    #[test]
    fn the_query_is_form_encoded() {
        assert_eq!(with_query("u", "name:\"A B\" é&#"), "u?q=name%3A%22A+B%22+%C3%A9%26%23");
    }
}
