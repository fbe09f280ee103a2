//! What a class or id says about its element. A hint, not a fact: see `main_text`.

use super::stack::Around;

/// What a class or id says.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spoken {
    pub around: Around,
    /// The usual mounting point of a script framework.
    pub root: bool,
}

/// Beginnings of names that say what a part is. `-` and `_` separate names as white space does.
const NAMES: [(&[u8], Around); 34] = [
    (b"nav", Around::NAV_CLASS),
    (b"menu", Around::NAV_CLASS),
    (b"submenu", Around::NAV_CLASS),
    (b"topbar", Around::NAV_CLASS),
    (b"breadcrumb", Around::NAV_CLASS),
    (b"sidebar", Around::NAV_CLASS),
    (b"pagination", Around::NAV_CLASS),
    (b"skip", Around::NAV_CLASS),
    (b"share", Around::NAV_CLASS),
    (b"social", Around::NAV_CLASS),
    (b"foot", Around::FOOTER_CLASS),
    (b"footer", Around::FOOTER_CLASS),
    (b"copyright", Around::FOOTER_CLASS),
    (b"colophon", Around::FOOTER_CLASS),
    (b"masthead", Around::HEADER),
    (b"cookie", Around::CONSENT),
    (b"cookies", Around::CONSENT),
    (b"cookiebar", Around::CONSENT),
    (b"consent", Around::CONSENT),
    (b"gdpr", Around::CONSENT),
    (b"dsgvo", Around::CONSENT),
    (b"lgpd", Around::CONSENT),
    (b"onetrust", Around::CONSENT),
    (b"didomi", Around::CONSENT),
    (b"usercentrics", Around::CONSENT),
    (b"cybotcookiebotdialog", Around::CONSENT),
    (b"truste", Around::CONSENT),
    (b"cmplz", Around::CONSENT),
    (b"iubenda", Around::CONSENT),
    (b"modal", Around::POPUP),
    (b"popup", Around::POPUP),
    (b"dropdown", Around::POPUP),
    (b"offcanvas", Around::POPUP),
    (b"lightbox", Around::POPUP),
];

const ROOTS: [&[u8]; 8] =
    [b"root", b"app", b"__next", b"__nuxt", b"react-root", b"app-root", b"___gatsby", b"svelte"];

/// Reads a class or id value.
pub(crate) fn around_of_class(value: &[u8]) -> Spoken {
    let mut spoken = Spoken { around: Around::default(), root: ROOTS.contains(&value) };
    for name in value.split(|b| matches!(b, b' ' | b'-' | b'_' | b'\t' | b'\n')) {
        if name.len() < 3 || name.len() > 24 {
            continue;
        }
        for (known, around) in &NAMES {
            if name.len() == known.len() && name.eq_ignore_ascii_case(known) {
                spoken.around |= *around;
            }
        }
    }
    spoken
}
