//! Content withheld until the reader agrees to something.

/// Content withheld until the reader agrees to something.
#[rustfmt::skip]
pub(in crate::validator::markers) const CONSENT_WALL: &[&str] = &[
    "you must be of legal drinking age", "of legal drinking age", "please enter your date of birth",
    "i am 18 or older", "i confirm that i am over", "by entering this site you",
    "you must accept the terms", "please read and accept", "you must agree to the",
    "i have read and agree to", "i am a healthcare professional",
    "intended for healthcare professionals only", "agree or subscribe", "accept or subscribe",
    "sie müssen mindestens 18", "sind sie mindestens 18", "werbefrei lesen", "vous devez avoir l'âge légal",
    "j'ai plus de 18 ans", "en poursuivant, vous acceptez", "debes ser mayor de edad", "soy mayor de edad",
    "devi avere almeno 18", "tem de ter mais de 18", "je moet 18 jaar", "musisz mieć ukończone 18",
    "szanujemy twoją prywatność", "вам должно быть 18", "я подтверждаю, что мне", "мне есть 18",
    "açık rıza", "規約に同意", "同意いただける場合", "我已阅读并同意", "请阅读并同意", "未滿十八",
    "已滿18歲", "약관에 동의", "मैं सहमत हूँ", "noi și partenerii", "vi använder kakor",
    "denna webbplats använder kakor",
    // en
    "we use cookies and data to", "we value your privacy", "we care about your privacy",
    "your privacy is important to us", "we and our partners store and/or access",
    "we and our partners use cookies", "we and our partners process", "we use cookies to",
    "we use cookies and similar", "this site uses cookies", "this website uses cookies",
    "this website uses cookies to", "our site uses cookies", "accept cookies to continue",
    "you must accept cookies", "please accept cookies", "by clicking accept all", "by clicking 'accept",
    "by clicking \"accept", "consent to the use of cookies", "your consent applies to",
    "store and/or access information on a device", "please confirm that you are over 18",
    "you must be 18 or older", "you must be over 18", "are you over 18?", "please confirm your age",
    // de
    "wir verwenden cookies", "wir nutzen cookies", "wir setzen cookies ein",
    "diese website verwendet cookies", "diese webseite verwendet cookies", "diese website nutzt cookies",
    "diese seite verwendet cookies", "wir brauchen ihre zustimmung", "wir benötigen ihre zustimmung",
    "mit werbung weiterlesen", "weiterlesen mit werbung", "ihre privatsphäre ist uns wichtig",
    "wir respektieren ihre privatsphäre", "wir und unsere partner",
    // fr
    "nous utilisons des cookies", "ce site utilise des cookies",
    "ce site web utilise des cookies", "nous et nos partenaires", "votre vie privée est importante",
    "nous respectons votre vie privée", "en acceptant les cookies",
    // es
    "utilizamos cookies", "usamos cookies", "este sitio web utiliza cookies",
    "este sitio utiliza cookies", "esta web utiliza cookies", "utilizamos cookies propias y de terceros",
    "nosotros y nuestros socios", "valoramos tu privacidad", "tu privacidad es importante",
    // it
    "utilizziamo i cookie", "usiamo i cookie",
    "questo sito utilizza cookie", "questo sito utilizza i cookie", "questo sito web utilizza i cookie",
    "noi e i nostri partner", "teniamo alla tua privacy", "la tua privacy è importante",
    // pt
    "este site utiliza cookies",
    "este site usa cookies", "este website utiliza cookies", "nós usamos cookies",
    "nós e os nossos parceiros", "nós e nossos parceiros", "valorizamos a sua privacidade",
    "a sua privacidade é importante",
    // nl
    "wij gebruiken cookies", "we gebruiken cookies",
    "deze website gebruikt cookies", "deze site gebruikt cookies", "wij en onze partners",
    "wij waarderen uw privacy",
    // pl
    "używamy plików cookie", "ta strona używa plików cookie", "ta strona używa ciasteczek",
    "ta strona korzysta z plików cookie", "ta witryna korzysta z plików cookie", "my i nasi partnerzy",
    "cenimy twoją prywatność", "dbamy o twoją prywatność",
    // ru
    "мы используем файлы cookie", "мы используем cookie",
    "этот сайт использует файлы cookie", "этот сайт использует cookie", "наш сайт использует файлы cookie",
    "мы и наши партнеры", "мы и наши партнёры", "согласие на обработку файлов cookie",
    "мы ценим вашу конфиденциальность",
    // tr
    "çerezleri kullanıyoruz", "çerez kullanıyoruz", "bu site çerez", "bu web sitesi çerez",
    "sitemizde çerez", "gizliliğinize önem veriyoruz", "biz ve iş ortaklarımız",
    // ja
    "cookieを使用しています", "cookie を使用しています", "クッキーを使用しています",
    "cookieを使用します", "cookieの使用に同意", "プライバシーを尊重", "あなたのプライバシーを大切",
    "18歳以上ですか",
    // zh
    "我们使用cookie", "我们使用 cookie", "本网站使用cookie", "本网站使用 cookie", "此网站使用cookie", "我们重视您的隐私", "我們使用cookie",
    "我們使用 cookie", "本網站使用cookie", "本網站使用 cookie", "我們重視您的隱私", "您是否已滿十八歲", "本網站含有限制級",
    // ko
    "쿠키를 사용합니다", "쿠키를 사용하고 있습니다", "개인정보를 소중히",
    // ar
    "نحن نستخدم ملفات تعريف الارتباط", "يستخدم هذا الموقع ملفات تعريف الارتباط",
    "نستخدم ملفات تعريف الارتباط", "نحن وشركاؤنا", "نحن نقدر خصوصيتك",
    // sv, da, no, fi, cs
    "vi använder cookies", "vi bruger cookies", "vi bruker informasjonskapsler", "käytämme evästeitä",
    "používáme soubory cookie",
];
