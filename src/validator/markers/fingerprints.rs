//! What protection services, consent platforms and challenge scripts leave in a page's scripts. Case-sensitive.

/// Scripts that only a challenge or block page loads. (A captcha widget alone is no evidence: comment forms have one.)
#[rustfmt::skip]
pub(super) const CHALLENGE: &[&str] = &[
    "_Incapsula_Resource", "/cdn-cgi/challenge-platform/h/", "__cf_chl_", "_cf_chl_opt", "cf_chl_",
    "/cdn-cgi/l/chk_", "/cdn-cgi/l/chk_jschl", "jschl_answer", "jschl-answer", "captcha-delivery.com",
    "sucuri_cloudproxy_js", "awsWafCookieDomainList", "AwsWafIntegration", "challenge.compact.js",
    "/_sec/cp_challenge", "sec-if-cpt-container", "bm-verify", "_pxAppId", "px-captcha",
    "perimeterx.net/block", "/_guard/", "ddos-guard/js-challenge", "/.well-known/ddos-guard/check",
    "geo.captcha", "__anubis", "within.website/x/cmd/anubis", "x-vercel-challenge", "vercel/security/",
    "/errors/validateCaptcha", "SBC_CHALLENGE", "challenges.cloudflare.com/turnstile/v0/g/", "/sorry/index",
    "distil_r_captcha", "_fs-ch-", "rbzid", "document.cookie=\"__test=", "slowAES.decrypt",
    "ak_bmsc_challenge", "friendlycaptcha-challenge", "/waf_captcha/", "/captcha/challenge",
];
