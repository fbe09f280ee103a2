//! Content withheld until the reader signs in, registers or subscribes.

/// Content withheld until the reader signs in, registers or subscribes.
#[rustfmt::skip]
pub(in crate::validator::markers) const LOGIN_WALL: &[&str] = &[
    "register for free to read", "register to read", "register to keep reading", "subscribers can read the",
    "this story is for subscribers", "this story is available to subscribers",
    "this article is available to subscribers", "want to read more? subscribe",
    "continue reading with a subscription", "to access this article", "to view this page you must",
    "you do not have permission to view this", "please log in or register", "log in with your institution",
    "access provided by your institution", "enter your email to download", "fill in the form to download",
    "lesen sie den ganzen artikel", "lesen sie weiter mit", "dieser inhalt ist exklusiv",
    "mit einem abo weiterlesen", "la suite de cet article est réservée", "de cet article à lire",
    "la suite est réservée", "regístrate gratis para", "hazte suscriptor", "este artículo es exclusivo",
    "registrati gratis per", "l'articolo completo è riservato", "continua a leggere con",
    "este artigo é exclusivo", "assine para ler", "lees verder met", "dit artikel is exclusief",
    "czytaj dalej w", "aby czytać dalej", "чтобы читать дальше", "полный текст доступен",
    "devamını okumak için", "続きは会員", "ここから先は有料", "ここから先は会員", "この先は会員",
    "登录即可查看", "登录后可见", "该内容仅对", "剩余内容", "기사 전문은", "لقراءة المزيد اشترك",
    "před předplatitele", "jen pro předplatitele", "článek je zamčený", "odemknout článek",
    "artikeln är låst", "logga in för att läsa", "läs vidare med", "log ind for at læse",
    "kun for abonnenter", "artiklen er for abonnenter", "lue koko juttu", "vain tilaajille",
    "csak előfizetők", "a cikk folytatásához", "पूरा लेख पढ़ने के लिए",
    // en
    "log in to continue", "login to continue", "sign in to continue", "sign in to view", "log in to view",
    "login to view this", "please log in to", "please login to", "please sign in to", "you must log in to",
    "you must be logged in to", "you must be signed in to", "you need to log in to",
    "you need to be logged in to", "you need to sign in", "you are not logged in",
    "you are not authorized to view this page. please log in", "log in to your account",
    "sign in to your account", "login to your account", "sign in with your account", "log in or sign up to",
    "log in or register to", "sign in or register to", "sign in or create an account",
    "log in or create an account", "login or create an account", "sign up to continue", "sign up to see",
    "create a free account to continue", "create an account to continue", "register to continue reading",
    "register for free to continue", "subscribe to continue reading", "subscribe to read",
    "subscribe to keep reading", "subscribe now to continue", "subscribe to unlock",
    "to read the full story", "to continue reading this article", "to read this article, please",
    "this article is for subscribers", "this content is for subscribers", "this content is for members",
    "available to subscribers only", "available only to subscribers", "exclusive to subscribers",
    "for subscribers only", "subscribers only content", "already a member? log in",
    "you have reached your article limit", "you've reached your limit of free articles",
    "you have reached your limit of free", "free articles this month", "unlock this article",
    "this is a subscriber-only", "join to view", "become a member to read", "members only. please",
    "enter your username and password", "enter your email and password", "please enter your password",
    // de
    "bitte melden sie sich an", "bitte melde dich an", "bitte loggen sie sich ein", "bitte logge dich ein",
    "sie müssen angemeldet sein", "du musst angemeldet sein", "sie müssen sich anmelden",
    "du musst dich anmelden", "melden sie sich an, um", "melde dich an, um", "anmelden, um fortzufahren",
    "exklusiv für abonnenten", "dieser artikel ist nur für abonnenten", "nur für abonnenten",
    "jetzt abonnieren und weiterlesen", "sie haben bereits ein abo?", "sie sind bereits abonnent?",
    "bereits abonnent? hier anmelden", "jetzt registrieren und weiterlesen", "um diesen artikel zu lesen",
    // fr
    "connectez-vous pour continuer", "connectez-vous pour", "veuillez vous connecter",
    "vous devez être connecté", "vous devez vous connecter", "identifiez-vous pour",
    "article réservé aux abonnés", "réservé aux abonnés", "contenu réservé aux abonnés",
    "il vous reste à lire", "abonnez-vous pour lire", "déjà abonné ? connectez-vous",
    "déjà abonné ? se connecter", "cet article est réservé",
    // es
    "inicia sesión para continuar", "inicie sesión para continuar", "inicia sesión para ver",
    "debes iniciar sesión", "debe iniciar sesión", "tienes que iniciar sesión", "por favor inicia sesión",
    "por favor, inicie sesión", "contenido exclusivo para suscriptores", "exclusivo para suscriptores",
    "suscríbete para seguir leyendo", "suscríbete para leer", "regístrate para seguir leyendo",
    "ya soy suscriptor", "este contenido es exclusivo",
    // it
    "accedi per continuare", "effettua il login per", "effettua l'accesso per", "devi effettuare il login",
    "devi effettuare l'accesso", "devi essere registrato per", "devi accedere per",
    "contenuto riservato agli abbonati", "riservato agli abbonati", "abbonati per continuare a leggere",
    "abbonati per leggere", "sei già abbonato?", "questo articolo è riservato", "registrati per continuare",
    // pt
    "faça login para continuar", "inicie sessão para continuar", "entre para continuar",
    "você precisa estar logado", "você precisa fazer login", "tem de iniciar sessão",
    "é necessário fazer login", "conteúdo exclusivo para assinantes", "exclusivo para assinantes",
    "assine para continuar lendo", "já é assinante?", "para continuar a ler", "faça seu login",
    // nl
    "log in om door te gaan", "meld je aan om", "log in om verder te lezen", "u moet ingelogd zijn",
    "je moet ingelogd zijn", "je moet inloggen", "u moet inloggen", "exclusief voor abonnees",
    "alleen voor abonnees", "al abonnee? log in", "lees verder met een abonnement",
    // pl
    "zaloguj się, aby", "zaloguj się aby", "musisz się zalogować", "musisz być zalogowany",
    "aby kontynuować, zaloguj", "tylko dla prenumeratorów", "artykuł tylko dla subskrybentów",
    "dostęp tylko dla subskrybentów", "treść dostępna dla prenumeratorów",
    // ru
    "войдите, чтобы", "пожалуйста, войдите", "необходимо войти", "необходимо авторизоваться",
    "авторизуйтесь, чтобы", "авторизируйтесь, пожалуйста", "авторизуйтесь, пожалуйста", "вы должны войти",
    "вы должны авторизоваться", "доступно только подписчикам", "только для подписчиков",
    "материал доступен только", "оформите подписку, чтобы",
    // tr
    "devam etmek için giriş", "giriş yapmanız gerekiyor", "giriş yapmalısınız", "oturum açmanız gerekiyor",
    "lütfen giriş yapın", "lütfen oturum açın", "yalnızca aboneler", "abonelere özel",
    // ja
    "ログインしてください", "ログインが必要です", "続けるにはログイン", "サインインしてください",
    "この記事は会員限定です", "会員限定記事です", "有料会員限定", "この記事は有料会員限定",
    "続きをお読みいただくには",
    // zh
    "请先登录", "请登录后", "登录后查看", "登录后才能", "登录后继续", "您需要登录后才可以", "您还没有登录",
    "您尚未登录", "仅限订阅用户", "订阅后继续阅读", "付费阅读全文", "开通会员后", "請先登入", "登入後查看",
    "登入以繼續", "您必須登入", "訂閱以繼續閱讀", "訂閱會員專屬",
    // ko
    "로그인이 필요합니다", "로그인해 주세요", "로그인 해주세요", "로그인 후 이용", "로그인하세요",
    "구독자 전용", "유료 구독자만", "회원 전용 기사",
    // ar
    "تسجيل الدخول للمتابعة", "يرجى تسجيل الدخول", "يجب تسجيل الدخول", "يجب عليك تسجيل الدخول",
    "للمشتركين فقط", "اشترك لمتابعة القراءة",
    // bg, cs, sv, da, fi, uk, id "silakan masuk",
];
