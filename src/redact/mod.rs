//! Secrets out, before anything becomes a receipt, a message or a file.
//!
//! Start at [`Redactor`]. It over-matches on purpose: a masked word of prose is a nuisance, a printed key is an
//! incident. Everything that is not masked stays byte for byte.
//!
//! One *pass* masks the declared values first (`declared`), then what looks like a secret by its shape (`tokens`) or
//! by its name and place (`anchors`, `values`, `authority`). Each rule only reports spans of the source; `span`
//! merges and fills them, so no rule ever reads what another one wrote. The rules look at the text as it stands and
//! at its percent-decoded readings (`view`), whose spans are mapped back to the source. Passes repeat until one
//! changes nothing, which is what makes redaction idempotent, and what catches a secret that masking itself put
//! together.

mod anchors;
mod authority;
mod declared;
mod names;
mod span;
mod tokens;
mod values;
mod view;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use anchors::{Place, Scan};
use declared::Declared;
use span::{Fill, Span};

/// What stands in place of a secret.
pub const MASK: &str = "[REDACTED]";
/// What stands in place of a URL that cannot be parsed.
pub const MASKED_URL: &str = "[REDACTED URL]";

/// Passes before a text that never settles is masked whole. Honest text settles in the first; the second shows it.
const PASSES_MAX: usize = 4;

/// Masks secrets in URLs and prose: by the general rules alone ([`Redactor::new`]), or with declared values too
/// ([`Redactor::with_secrets`]). Cheap to clone.
#[derive(Clone, Default)]
pub struct Redactor {
    declared: Declared,
    /// The values again, so that further ones can be declared with them.
    values: Arc<[String]>,
}

impl Redactor {
    /// The general rules only.
    pub fn new() -> Self {
        Self::default()
    }

    /// The general rules, and these literal values wherever they stand: raw, percent-encoded (any characters, up to
    /// three rounds), form-encoded, or as the base64 of the whole value. Empty values are ignored.
    pub fn with_secrets<I, S>(secrets: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let values: Arc<[String]> = secrets.into_iter().map(|secret| secret.as_ref().to_owned()).collect();
        Self { declared: Declared::new(values.iter()), values }
    }

    /// The same, and these values too.
    #[must_use]
    pub fn and_secrets<'a>(&self, more: impl IntoIterator<Item = &'a str>) -> Self {
        Self::with_secrets(self.values.iter().cloned().chain(more.into_iter().map(str::to_owned)))
    }

    /// Redacts a string that is one URL or relative reference: userinfo dropped, the values of sensitive parameters
    /// in query, fragment and path masked, [`MASKED_URL`] for what cannot be parsed. Borrowed when nothing changed.
    pub fn url<'a>(&self, url: &'a str) -> Cow<'a, str> {
        self.settle(url, Place::Url)
    }

    /// Redacts prose, with any URLs that stand in it. Borrowed when nothing changed.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.settle(text, Place::Prose)
    }

    /// Whether a declared secret stands in `text` in one of the forms that are masked.
    pub fn reveals(&self, text: &str) -> bool {
        matches!(span::fill(text, self.declared.spans(text, Place::Url)), Cow::Owned(_))
    }

    fn settle<'a>(&self, text: &'a str, place: Place) -> Cow<'a, str> {
        let mut current = match self.pass(text, place) {
            Cow::Borrowed(same) => return Cow::Borrowed(same),
            Cow::Owned(changed) => changed,
        };
        for _ in 1..PASSES_MAX {
            current = match self.pass(&current, place) {
                Cow::Borrowed(_) => return Cow::Owned(current),
                Cow::Owned(changed) => changed,
            };
        }
        Cow::Owned(MASK.to_owned())
    }

    fn pass<'a>(&self, text: &'a str, place: Place) -> Cow<'a, str> {
        match span::fill(text, self.declared.spans(text, place)) {
            Cow::Borrowed(same) => span::fill(same, general(same, place)),
            Cow::Owned(masked) => {
                let spans = general(&masked, place);
                match span::fill(&masked, spans) {
                    Cow::Borrowed(_) => Cow::Owned(masked),
                    Cow::Owned(further) => Cow::Owned(further),
                }
            }
        }
    }
}

/// Shows whether secrets were declared, never which.
#[allow(clippy::missing_fields_in_debug, reason = "the values are the secrets")]
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").field("declared", &self.declared.len()).finish()
    }
}

/// What the general rules mask in `text`.
fn general(text: &str, place: Place) -> Vec<Span> {
    let mut spans = Vec::new();
    view::each(text, place == Place::Url, |bytes, depth, source| {
        if depth == 0 && place == Place::Url && authority::unprintable(bytes) {
            spans.push(Span { start: 0, end: text.len(), fill: Fill::Url });
            return;
        }
        let mut scan = Scan::new(bytes, place, depth);
        scan.run();
        tokens::find(&mut scan);
        spans.extend(scan.spans.into_iter().map(|span| view::back(span, source)));
    });
    spans
}
