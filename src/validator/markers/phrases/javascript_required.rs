//! The page says that it needs scripts.

/// The page says that it needs scripts.
#[rustfmt::skip]
pub(in crate::validator::markers) const JAVASCRIPT_REQUIRED: &[&str] = &[
    // en
    "you need to enable javascript to run this app", "you need to enable javascript to",
    "please enable javascript to", "please turn on javascript", "please enable javascript in your browser",
    "please enable js and disable any ad blocker", "javascript is required to",
    "javascript is required for this", "javascript must be enabled", "you must have javascript enabled",
    "you must enable javascript", "this app requires javascript",
    "this app works best with javascript enabled", "this site requires javascript",
    "this website requires javascript", "this page requires javascript",
    "this application requires javascript", "requires javascript to be enabled",
    "requires javascript to function", "requires javascript to work",
    "doesn't work properly without javascript", "does not work properly without javascript",
    "doesn't work without javascript", "does not work without javascript", "won't work without javascript",
    "necessary to enable javascript", "javascript is not enabled", "javascript is currently not supported",
    "javascript is disabled in your browser", "javascript is disabled on your browser",
    "javascript seems to be disabled", "javascript appears to be disabled",
    "we've detected that javascript is disabled", "your browser does not support javascript",
    "your browser doesn't support javascript", "javascript is not available",
    "enable javascript and reload", "enable javascript to view this", "enable javascript to continue",
    "enable javascript to use this", "without javascript enabled", "needs javascript to",
    "javascript disabled detected",
    // de
    "bitte aktivieren sie javascript", "bitte aktiviere javascript", "sie müssen javascript aktivieren",
    "du musst javascript aktivieren", "javascript ist deaktiviert",
    "javascript ist in ihrem browser deaktiviert", "benötigt javascript", "erfordert javascript",
    "javascript muss aktiviert sein", "ohne javascript nicht",
    // fr
    "veuillez activer javascript", "activez javascript", "vous devez activer javascript",
    "javascript est désactivé", "javascript est requis", "nécessite javascript",
    "nécessite l'activation de javascript", "javascript doit être activé",
    // es
    "habilita javascript", "habilite javascript", "activa javascript", "active javascript",
    "debes habilitar javascript", "debe habilitar javascript", "necesitas habilitar javascript",
    "es necesario habilitar javascript", "javascript está deshabilitado", "javascript está desactivado",
    "requiere javascript", "necesita javascript para",
    // it
    "abilita javascript", "attiva javascript", "abilitare javascript per", "javascript è disabilitato",
    "javascript disabilitato", "richiede javascript", "è necessario abilitare javascript",
    // pt
    "habilite o javascript", "ative o javascript", "ativar o javascript",
    "você precisa habilitar o javascript", "precisa de ativar o javascript", "javascript está desativado",
    "javascript está desabilitado", "requer javascript",
    // nl
    "schakel javascript in", "javascript is uitgeschakeld", "javascript is vereist",
    "javascript moet ingeschakeld zijn", "vereist javascript", "zet javascript aan",
    // pl
    "włącz javascript", "włącz obsługę javascript", "musisz włączyć javascript",
    "javascript jest wyłączony", "wymaga javascript", "wymaga włączonej obsługi javascript",
    "wymaga obsługi javascript",
    // ru
    "включите javascript", "необходимо включить javascript", "javascript отключен", "javascript отключён",
    "требуется javascript", "для работы сайта необходим javascript",
    "необходимо включить поддержку javascript",
    // tr
    "javascript'i etkinleştirin", "javascript'i etkinleştirmeniz", "javascript etkinleştirilmelidir",
    "javascript devre dışı", "javascript gereklidir", "javascript'i açın",
    // ja
    "javascriptを有効に", "javascript を有効に", "javascriptが無効", "javascript が無効",
    "javascriptが必要です", "javascript が必要です", "javascriptを使用しています", "javascriptがオフ",
    // zh
    "请启用javascript", "请启用 javascript", "请开启javascript", "请开启 javascript",
    "您需要启用 javascript", "需要启用javascript", "需要启用 javascript", "javascript 已禁用",
    "javascript已被禁用", "不支持javascript", "不支持 javascript", "请在浏览器中启用", "請啟用javascript",
    "請啟用 javascript", "請開啟javascript", "請開啟 javascript", "您需要啟用 javascript",
    "需要啟用 javascript", "不支援 javascript", "不支援javascript",
    // ko
    "자바스크립트를 활성화", "javascript를 활성화", "javascript를 사용", "자바스크립트를 사용하도록",
    "자바스크립트가 비활성화", "javascript가 필요합니다", "자바스크립트가 필요합니다",
    // ar
    "يرجى تفعيل جافا سكريبت", "يرجى تمكين javascript", "تحتاج إلى تمكين javascript", "يجب تمكين javascript",
    "يتطلب جافا سكريبت", "تم تعطيل javascript",
    // cs, sv, id
    "povolte javascript", "aktivera javascript", "aktifkan javascript",
];
