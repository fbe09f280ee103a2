//! Words that nearly every page of a language has: they say nothing about what a page is about.

use std::collections::HashSet;
use std::sync::LazyLock;

const LISTS: [&str; 14] = [
    // en
    "a about after all also an and any are as at be because been before being but by can could did do does for from \
     get had has have he her here him his how i if in into is it its just like made make may me more most my new no \
     not now of off on one only or other our out over own s said same she should so some such t than that the their \
     them then there these they this those through to too under up use used was we were what when where which while \
     who why will with would you your d m re ve ll don",
    // de
    "aber alle als also am an auch auf aus bei bin bis da damit dann das dass dein dem den der des dich die dies \
     diese \
     dieser dieses doch du durch ein eine einem einen einer eines er es für hat haben hier ich ihr ihre im in ist ja \
     kann kein keine man mehr mein mit nach nicht noch nun nur ob oder sein seine sich sie sind so über um und uns \
     unser unter vom von vor war was weil wenn wer werden wie wir wird wo zu zum zur",
    // fr
    "à au aux avec ce ces cet cette comme d dans de des du elle elles en est et être eux il ils j je l la le les \
     leur \
     leurs lui ma mais me mes moi mon n ne nos notre nous on ont ou où par pas plus pour qu que qui s sa sans se \
     ses si \
     son sont sur ta te tes toi ton tu un une vos votre vous y",
    // es
    "al como con cual cuando de del desde donde el ella ellas ellos en entre era es esa ese eso esta este esto \
     fue ha \
     han hasta la las le les lo los más me mi muy no nos o para pero por porque que qué se ser si sin sobre son \
     su sus \
     también te tu un una unas uno unos y ya yo cómo",
    // it
    "al alla alle agli ai anche che chi ci come con cosa da dai dal dalla degli dei del della delle di e è gli \
     ha hanno \
     i il in io la le lo ma mi nei nel nella non o per perché più quando quello questa questo se si sono su sua \
     sul sulla suo un una uno",
    // pt
    "ao aos as até com como da das de do dos e é ela ele em entre era essa esse esta este eu foi há isso já mais \
     mas me \
     meu muito na nas não no nos o os ou para pela pelo por que quem se sem ser seu sua são também te tem um uma \
     você",
    // nl
    "aan al als bij dan dat de der deze die dit door een en er had heb hebben heeft het hier hij hoe hun ik in \
     is je kan \
     maar me meer met mij mijn na naar niet nog nu of om onder ons ook op over te tot u uit van veel voor was wat \
     we wel \
     werd wie wij wordt zich zij zijn zo",
    // pl
    "a ale bo być by czy dla do go i ich ile im ja jak jako je jego jej jest jeszcze już każdy który która które \
     lub ma \
     mnie może na nad nie o od on ona oni oraz po pod przez przy są się ta tak także tam te tego ten to tu ty \
     tylko u w we z za ze że",
    // ru
    "а без бы был была были было быть в во вот все всё вы где да для до его ее её если есть еще ещё же за и из \
     или им их \
     к как когда кто ли мы на над не нет но о об он она они от по под при с со так также то только том ты у уже \
     чем что чтобы это этот эта я",
    // tr
    "ama bir biz bu çok da daha de en gibi göre hem her için ile ise kadar ki mi mı ne o olan olarak sen siz şu \
     var ve veya ya",
    // cs, da, sv, no
    "a aby ale co do jak je jsem jsou když k která které který na nebo o od po pro při s se si tak to u v ve z \
     za ze že \
     af at den det dig du ej en ett er for fra för från han har hon i ikke inte jag jeg med men när og och om på så \
     som til till var vi",
    // id, fi, hu, ro
    "dan dari dengan di ini itu ke pada untuk yang atau adalah ja on ei että se tai mutta kun az és egy hogy nem \
     van și în la cu nu sau",
    // ar
    "في من على إلى عن أن إن ما لا هذا هذه التي الذي مع كان و أو ثم قد هو هي كل بعد قبل بين",
    // ja, zh, ko: pairs that are grammar, and the commonest particles
    "して した する です ます から まで こと もの ので には では とは への での よう ない れる られ ため この その あの いる いた なる \
     のは のを のに のか たち って ている 的 了 是 在 和 与 也 不 有 我 他 这 那 我们 他们 一个 可以 没有 什么 如何 怎么 는 은 이 가 을 를 의 에 와 과 및 등 수 있는 하는 위한",
];

static WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| LISTS.iter().flat_map(|list| list.split_whitespace()).collect());

/// Is this folded term a stop word in one of the languages?
pub(super) fn is_stop_word(term: &str) -> bool {
    WORDS.contains(term)
}
