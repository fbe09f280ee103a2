//! What each element name means to the builder.

use super::stack::Around;

/// The elements by what they do to the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Tag {
    /// Borders a block and is kept on the stack.
    #[default]
    Block,
    /// Within a line, of no meaning here.
    Inline,
    /// Within a line, kept on the stack for its class.
    Span,
    Link,
    Paragraph,
    Item,
    Heading(u8),
    Row,
    Cell,
    Form,
    Control,
    Choice,
    /// `html` and `body`: their classes describe the browser, not a part.
    Whole,
    Break,
    Script,
    Title,
    Meta,
    Input,
    Foreign,
    /// Raw text that nobody reads.
    Raw,
    /// No content, and no border.
    Void,
    Noscript,
}

impl Tag {
    pub(super) fn of(name: &[u8]) -> Self {
        match name {
            b"a" => Self::Link,
            b"p" | b"hr" => Self::Paragraph,
            b"li" | b"dt" | b"dd" => Self::Item,
            [b'h', level @ b'1'..=b'6'] => Self::Heading(level - b'0'),
            b"tr" => Self::Row,
            b"td" | b"th" => Self::Cell,
            b"form" => Self::Form,
            b"button" | b"select" => Self::Control,
            b"option" => Self::Choice,
            b"html" | b"body" | b"head" => Self::Whole,
            b"br" => Self::Break,
            b"script" => Self::Script,
            b"title" => Self::Title,
            b"meta" => Self::Meta,
            b"input" => Self::Input,
            b"svg" | b"math" => Self::Foreign,
            b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" | b"textarea" => Self::Raw,
            b"noscript" => Self::Noscript,
            b"img" | b"link" | b"wbr" | b"base" | b"area" | b"param" | b"source" | b"track" | b"col"
            | b"embed" | b"path" | b"circle" | b"rect" | b"use" | b"g" | b"frame" | b"keygen" => Self::Void,
            b"span" | b"label" | b"rt" | b"rp" | b"template" | b"object" | b"canvas" | b"audio"
            | b"video" => Self::Span,
            b"b" | b"i" | b"em" | b"strong" | b"font" | b"u" | b"small" | b"code" | b"tt" | b"sub"
            | b"sup" | b"s" | b"big" | b"abbr" | b"cite" | b"q" | b"kbd" | b"mark" | b"time" | b"ruby"
            | b"rb" | b"ins" | b"del" | b"bdi" | b"bdo" | b"nobr" | b"strike" | b"var" | b"samp"
            | b"acronym" | b"dfn" | b"data" | b"blink" => Self::Inline,
            _ => Self::Block,
        }
    }
}

/// The surroundings that an element makes.
pub(super) fn around_of_element(name: &[u8]) -> Around {
    match name {
        b"nav" | b"menu" => Around::NAV,
        b"footer" => Around::FOOTER,
        b"header" => Around::HEADER,
        b"aside" => Around::ASIDE,
        b"form" => Around::FORM,
        b"noscript" => Around::NOSCRIPT,
        b"button" | b"select" | b"datalist" => Around::CONTROL,
        b"dialog" => Around::POPUP,
        b"article" | b"main" => Around::ARTICLE,
        b"template" | b"object" | b"canvas" | b"audio" | b"video" | b"rt" | b"rp" => Around::IGNORED,
        _ => Around::default(),
    }
}

/// The surroundings that a `role` makes.
pub(super) fn around_of_role(role: &[u8]) -> Around {
    match role {
        b"navigation" | b"menu" | b"menubar" => Around::NAV,
        b"contentinfo" => Around::FOOTER,
        b"banner" => Around::HEADER,
        b"dialog" | b"alertdialog" => Around::POPUP,
        _ => Around::default(),
    }
}

/// Does a `style` value hide its element?
pub(super) fn hides(style: &[u8]) -> bool {
    let Some(at) = memchr::memmem::find(style, b"display") else {
        return false;
    };
    let rest = style.get(at + 7..).unwrap_or_default().trim_ascii_start();
    let value = rest.strip_prefix(b":").unwrap_or_default().trim_ascii_start();
    value.get(..4).is_some_and(|value| value.eq_ignore_ascii_case(b"none"))
}
