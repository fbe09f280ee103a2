//! The default marker phrases, by reason: sentences that walls say of themselves.
//!
//! A phrase is lower-case, with straight quotes and single spaces. It must be the wall speaking to its reader ("verify
//! you are human"), never a word that an article on the matter would use ("captcha"): the same lists also judge a
//! search hit by any match in its title or snippet.

mod bot_check;
mod consent_wall;
mod error_page;
mod javascript_required;
mod login_wall;

pub(super) use bot_check::BOT_CHECK;
pub(super) use consent_wall::CONSENT_WALL;
pub(super) use error_page::ERROR_PAGE;
pub(super) use javascript_required::JAVASCRIPT_REQUIRED;
pub(super) use login_wall::LOGIN_WALL;
