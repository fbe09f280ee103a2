//! Pages as JSON Lines, for engines that pipe lines: `{page, label?, query, url, content_type, body|body_base64}`.
//!
//! One line is one page; a line that cannot be read is a page with its error, so that as many rows come out as lines
//! go in.

use std::io::{self, BufRead, Read};

use serde_json::Value;

use super::class::Class;
use super::extract::{Body, Job};
use super::source::MAX_PAGE_BYTES;

/// The longest line: the largest page in base64, and room for the rest.
pub const MAX_LINE_BYTES: u64 = MAX_PAGE_BYTES * 4 / 3 + 1024 * 1024;

/// The pages of an input, one by one. An input that breaks off ends with a page that says so.
pub struct JsonLines<R> {
    input: R,
    line: u64,
    over: bool,
}

impl<R: BufRead> JsonLines<R> {
    /// The pages of this input.
    pub fn new(input: R) -> Self {
        Self { input, line: 0, over: false }
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.line += 1;
        let read = self.input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        if read as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            self.skip_rest()?;
            return Err(io::Error::other(format!("a line of more than {MAX_LINE_BYTES} bytes")));
        }
        Ok((read > 0).then_some(line))
    }

    fn skip_rest(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Iterator for JsonLines<R> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        while !self.over {
            match self.next_line() {
                Ok(None) => self.over = true,
                Ok(Some(line)) if line.trim_ascii().is_empty() => {}
                Ok(Some(line)) => return Some(job_of(&line, self.line)),
                Err(error) => {
                    // Anything but a long line would come again and again.
                    self.over = error.kind() != io::ErrorKind::Other;
                    return Some(failed(self.line, &error.to_string()));
                }
            }
        }
        None
    }
}

fn failed(line: u64, why: &str) -> Job {
    Job { page: format!("line {line}"), body: Body::Failed(format!("line {line}: {why}")), ..Job::default() }
}

fn job_of(line: &[u8], number: u64) -> Job {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let fields = match serde_json::from_slice(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return failed(number, "not an object"),
        Err(error) => return failed(number, &format!("not JSON: {error}")),
    };
    let text = |name: &str| match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            Err(format!("`{name}` is not a text"))
        }
    };
    let optional = |name: &str| text(name).ok().flatten().unwrap_or_default().to_owned();
    let body = || -> Result<Vec<u8>, String> {
        for name in ["query", "url", "content_type", "lang", "site", "label"] {
            text(name)?;
        }
        text("page")?.ok_or("`page` is missing")?;
        match (text("body")?, text("body_base64")?) {
            (Some(body), None) => Ok(body.as_bytes().to_vec()),
            (None, Some(body)) => {
                from_base64(body.as_bytes()).ok_or("`body_base64` is not base64".to_owned())
            }
            (Some(_), Some(_)) => Err("both `body` and `body_base64`".to_owned()),
            (None, None) => Err("neither `body` nor `body_base64`".to_owned()),
        }
    };
    let label = optional("label");
    let class = Class::from_name(&label);
    let body = match body() {
        Ok(_) if class.is_none() && !label.is_empty() => {
            Body::Failed(format!("line {number}: unknown label `{label}`"))
        }
        Ok(bytes) => Body::Given(bytes),
        Err(why) => Body::Failed(format!("line {number}: {why}")),
    };
    let page = Some(optional("page")).filter(|page| !page.is_empty()).unwrap_or(format!("line {number}"));
    let site =
        Some(optional("site")).filter(|site| !site.is_empty()).unwrap_or_else(|| host_of(&optional("url")));
    let content_type = Some(optional("content_type")).filter(|kind| !kind.is_empty());
    Job { page, label: class, query: optional("query"), lang: optional("lang"), site, content_type, body }
}

/// The host of an address, by which pages are kept together where no site is named.
fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    host.split(':').next().unwrap_or_default().to_lowercase()
}

/// Base64 as in RFC 4648, either alphabet, padded or not.
fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.trim_ascii();
    let unpadded = text.strip_suffix(b"==").or_else(|| text.strip_suffix(b"=")).unwrap_or(text);
    let mut bytes = Vec::with_capacity(unpadded.len() / 4 * 3 + 2);
    for group in unpadded.chunks(4) {
        let mut bits = 0_u32;
        for sign in group {
            let value = match sign {
                b'A'..=b'Z' => sign - b'A',
                b'a'..=b'z' => sign - b'a' + 26,
                b'0'..=b'9' => sign - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(value);
        }
        if group.len() == 1 {
            return None;
        }
        let [_, whole @ ..] = (bits << (6 * (4 - group.len()))).to_be_bytes();
        bytes.extend(whole.iter().take(group.len() - 1));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_in_either_alphabet_padded_or_not() {
        for (text, right) in
            [("", ""), ("Zg==", "f"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(from_base64(text.as_bytes()).unwrap(), right.as_bytes());
        }
        assert_eq!(from_base64(b"-_-_"), from_base64(b"+/+/"));
        assert_eq!(from_base64(b"Zm9vZ"), None);
        assert_eq!(from_base64(b"Zm*v"), None);
    }

    #[test]
    fn every_line_is_a_page_also_one_that_cannot_be_read() {
        let input = concat!(
            "{\"page\":\"a\",\"label\":\"useful\",\"query\":\"q\",\"url\":\"https://u:p@Ex.org:1/x\",\"body\":\"hi\"}",
            "\n\n{\"page\":\"b\",\"body_base64\":\"aGk=\"}\r\nnonsense\n[]\n{\"page\":\"c\"}\n",
            "{\"page\":\"d\",\"label\":\"usefull\",\"body\":\"x\"}\n{\"page\":\"e\",\"body\":1}\n{\"body\":\"x\"}",
        );
        let jobs: Vec<Job> = JsonLines::new(input.as_bytes()).collect();
        let shown: Vec<(String, String)> = jobs
            .iter()
            .map(|job| match &job.body {
                Body::Given(bytes) => (job.page.clone(), String::from_utf8_lossy(bytes).into_owned()),
                Body::Failed(why) => (job.page.clone(), why.clone()),
                Body::Stored => (job.page.clone(), "stored".to_owned()),
            })
            .collect();
        assert_eq!(jobs[0].site, "ex.org");
        assert_eq!(jobs[0].label, Some(Class::Useful));
        assert_eq!(shown[0], ("a".to_owned(), "hi".to_owned()));
        assert_eq!(shown[1], ("b".to_owned(), "hi".to_owned()));
        assert!(shown[2].1.starts_with("line 4: not JSON"), "{shown:?}");
        assert_eq!(shown[3].1, "line 5: not an object");
        assert_eq!(shown[4], ("c".to_owned(), "line 6: neither `body` nor `body_base64`".to_owned()));
        assert_eq!(shown[5].1, "line 7: unknown label `usefull`");
        assert_eq!(shown[6].1, "line 8: `body` is not a text");
        assert_eq!(shown[7], ("line 9".to_owned(), "line 9: `page` is missing".to_owned()));
    }
}
