'use strict';
(function () {
// ---- the data: rows are read now, what they open when it is looked at ----
var shapes = [], texts = [], items = [], parts = [];
function unpack(v) {
  if (typeof v === 'string') return v[0] !== '~' ? v : v[1] === '~' ? v.slice(1) : texts[parseInt(v.slice(1), 36)];
  if (v === null || typeof v !== 'object') return v;
  var o, i;
  if (v[0] === -1) { o = []; for (i = 1; i < v.length; i++) o.push(unpack(v[i])); return o; }
  o = {};
  if (v[0] === -2) { for (i = 1; i < v.length; i += 2) o[unpack(v[i])] = unpack(v[i + 1]); return o; }
  var keys = shapes[v[0]];
  for (i = 0; i < keys.length; i++) Object.defineProperty(o, keys[i], {value: unpack(v[i + 1]), enumerable: true});
  return o;
}
var main = document.querySelector('main'), isDiff = main.dataset.mode === 'diff';
document.querySelectorAll('script.opened').forEach(function (e) { parts.push({element: e}); });
document.querySelectorAll('script.rows').forEach(function (e, part) {
  var all = JSON.parse(e.textContent);
  e.remove();
  all[0].forEach(function (s) { shapes.push(s); });
  all[1].forEach(function (t) { texts.push(t); });
  all[2].forEach(function (packed, at) {
    var row = unpack(packed);
    var groups = isDiff ? [row.lookups] : row.lookups.map(function (l) { return [l]; });
    if (!groups.length) groups = [[]];
    groups.forEach(function (sides, i) {
      items.push({row: row, sides: sides, part: part, at: at, first: isDiff ? 0 : i, many: row.lookups.length});
    });
  });
});
function openedOf(item) {
  var part = parts[item.part];
  if (!part.rows) part.rows = JSON.parse(part.element.textContent);
  return unpack(part.rows[item.at]);
}

// ---- small helpers ----
function $(id) { return document.getElementById(id); }
function make(tag, cls, text) {
  var e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
}
function foreign(text) { return make('bdi', '', text); }
var GOOD = {passed: 1, ok_useful: 1, useful_result: 1}, MID = {ok_not_useful: 1, skipped_no_budget: 1, cancelled: 1,
  no_useful_result: 1, budget_exhausted: 1, blocked_by_policy: 1, behaviour: 1, presentation: 1, added: 1, removed: 1, renamed: 1};
function tone(word) { return GOOD[word] ? 'good' : MID[word] ? 'mid' : 'bad'; }
var MARK = {passed: '✓', failed: '✗', error: '!', breaking: '✗', behaviour: '≠', presentation: '~', added: '+',
  removed: '−', renamed: '→'};
function number(n) { return n.toLocaleString('en'); }
function title(item) {
  var lookup = item.sides.length ? item.sides[0].lookup : 0;
  return item.row.name + ((isDiff ? lookup > 0 : item.many > 1) ? ', lookup ' + lookup : '');
}
function line(side) { return side.line.join(''); }
function lineOf(item) { return item.sides.length ? line(item.sides[item.sides.length - 1]) : item.row.headline || ''; }
function shortOf(item) {
  return item.sides.map(function (s) { return s.outcome + s.line[2].replace(' trail=', ', ').replace(/[[\]]/g, ''); }).join(' ⇒ ');
}
function scaleOf(sides) {
  return Math.max.apply(null, [1].concat(sides.map(function (s) {
    return s.bars.reduce(function (most, b) { return Math.max(most, b.from + b.elapsed); }, Math.max(s.budget, s.elapsed));
  })));
}
function percent(ms, scale) { return Math.min(100, 100 * ms / scale) + '%'; }
function piece(cls, from, to, scale) {
  var e = make('span', cls);
  e.style.left = percent(from, scale);
  e.style.width = percent(Math.max(0, to - from), scale);
  return e;
}
function drawBar(track, b, scale) {
  track.append(piece('slice', b.from, Math.min(b.from + b.slice, scale), scale));
  if (b.status !== 'skipped_no_budget') {
    track.append(piece('used ' + tone(b.status) + (b.cut ? ' cut' : ''), b.from, b.from + b.elapsed, scale));
  }
}

// ---- the filter ----
var filter = $('filter'), selects = ['verdict', 'outcome', 'status'].map($);
if (isDiff) { $('verdict-label').textContent = 'Class'; $('outcome').parentNode.firstChild.textContent = 'Outcome '; }
function facets(item) {
  return [[item.row.verdict], item.sides.map(function (s) { return s.outcome; }),
    [].concat.apply([], item.sides.map(function (s) { return s.bars.map(function (b) { return b.status; }); }))];
}
(function () {
  var counts = [new Map(), new Map(), new Map()];
  items.forEach(function (item) {
    facets(item).forEach(function (words, i) {
      new Set(words).forEach(function (w) { counts[i].set(w, (counts[i].get(w) || 0) + 1); });
    });
  });
  counts.forEach(function (map, i) {
    Array.from(map.keys()).sort().forEach(function (w) {
      var o = make('option', '', w + ' (' + number(map.get(w)) + ')');
      o.value = w;
      selects[i].append(o);
    });
  });
})();
function hay(item) {
  if (item.hay === undefined) {
    item.hay = [title(item), item.row.description || '', item.row.headline || '', item.row.verdict]
      .concat(item.sides.map(line), item.sides.map(function (s) {
        return s.bars.map(function (b) { return (b.why || '') + ' ' + (b.layer || '') + (b.cut ? ' cut' : ''); }).join(' ');
      })).join('\n').toLowerCase();
  }
  return item.hay;
}
var shown = items, selected = -1, openedItem = null;
function apply() {
  var words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  var wanted = selects.map(function (s) { return s.value; });
  var before = shown[selected];
  var any = words.length || wanted.some(Boolean);
  shown = !any ? items : items.filter(function (item) {
    if (wanted.some(Boolean)) {
      var have = facets(item);
      if (!wanted.every(function (w, i) { return !w || have[i].indexOf(w) >= 0; })) return false;
    }
    return words.every(function (w) { return hay(item).indexOf(w) >= 0; });
  });
  $('count').textContent = any ? number(shown.length) + ' of ' + number(items.length) : number(items.length);
  var at = before ? shown.indexOf(before) : -1;
  selected = at >= 0 ? at : shown.length ? 0 : -1;
  layout();
  reveal();
  if (openedItem && shown[selected] && shown[selected] !== openedItem) open(false);
}
var waiting = 0;
filter.addEventListener('input', function () { clearTimeout(waiting); waiting = setTimeout(apply, items.length > 5000 ? 150 : 0); });
selects.forEach(function (s) { s.addEventListener('change', apply); });
$('bar').addEventListener('submit', function (e) { e.preventDefault(); });

// ---- the list: only what is seen is drawn ----
var HEIGHT = 52, MOST_PIXELS = 8e6, list = $('list'), room = $('room'), drawn = new Map();
// A list that is taller than an element can be is scrolled faster than it is drawn.
function top() { return list.scrollTop * stretchedBy(); }
function stretchedBy() {
  var seen = list.clientHeight, real = shown.length * HEIGHT, inside = Math.min(real, MOST_PIXELS);
  return inside > seen ? (real - seen) / (inside - seen) : 1;
}
function layout() {
  room.style.height = Math.min(shown.length * HEIGHT, MOST_PIXELS) + 'px';
  drawn.forEach(function (e) { e.remove(); });
  drawn.clear();
  draw();
}
function draw() {
  var from = Math.max(0, Math.floor(top() / HEIGHT) - 4);
  var to = Math.min(shown.length, Math.ceil((top() + list.clientHeight) / HEIGHT) + 4);
  var shift = list.scrollTop - top();
  drawn.forEach(function (e, i) { if (i < from || i >= to) { e.remove(); drawn.delete(i); } });
  for (var i = from; i < to; i++) {
    var e = drawn.get(i);
    if (!e) { e = rowElement(shown[i], i); drawn.set(i, e); room.append(e); }
    e.style.top = i * HEIGHT + shift + 'px';
    e.setAttribute('aria-selected', i === selected);
  }
  if (drawn.has(selected)) list.setAttribute('aria-activedescendant', 'row' + selected);
  else list.removeAttribute('aria-activedescendant');
}
function rowElement(item, i) {
  var e = make('div', 'row'), name = make('div'), mini = make('div', 'mini');
  e.id = 'row' + i;
  e.setAttribute('role', 'option');
  e.setAttribute('aria-setsize', shown.length);
  e.setAttribute('aria-posinset', i + 1);
  var mark = make('span', 'mark ' + tone(item.row.verdict), MARK[item.row.verdict] || '•');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', item.row.verdict);
  var strong = make('b');
  strong.append(foreign(title(item)));
  name.append(mark, strong);
  var below = isDiff || item.row.verdict !== 'passed' ? item.row.headline || shortOf(item) : shortOf(item);
  var small = make('div', 'line');
  small.append(foreign(below));
  e.title = title(item) + '\n' + (item.row.headline ? item.row.headline + '\n' : '') + lineOf(item);
  mini.setAttribute('aria-hidden', 'true');
  var scale = scaleOf(item.sides);
  item.sides.forEach(function (side, n) {
    var half = make('div');
    half.style.position = 'absolute';
    half.style.left = half.style.right = '0';
    half.style.top = (item.sides.length > 1 ? n * 11 + 1 : 7) + 'px';
    side.bars.forEach(function (b) { drawBar(half, b, scale); });
    mini.append(half);
  });
  e.append(name, small, mini);
  e.addEventListener('click', function () { select(i); open(true); });
  return e;
}
function reveal() {
  if (selected < 0) return;
  var y = selected * HEIGHT, by = stretchedBy();
  if (y < top()) list.scrollTop = y / by;
  else if (y + HEIGHT > top() + list.clientHeight) list.scrollTop = (y + HEIGHT - list.clientHeight) / by;
  draw();
}
function select(i) {
  if (!shown.length) return;
  selected = Math.max(0, Math.min(shown.length - 1, i));
  reveal();
}
list.addEventListener('scroll', draw, {passive: true});
window.addEventListener('resize', draw);

// ---- the opened lookup ----
var article = $('opened');
function heading(text) { return make('h4', '', text); }
function copyButton(source, what) {
  var b = make('button', 'copy', 'Copy');
  b.type = 'button';
  b.setAttribute('aria-label', 'Copy ' + what);
  b.addEventListener('click', function () {
    var said = function (word) { b.textContent = word; setTimeout(function () { b.textContent = 'Copy'; }, 1500); };
    var byHand = function () {
      var range = document.createRange();
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      said(document.execCommand('copy') ? 'Copied' : 'Selected');
    };
    if (navigator.clipboard) navigator.clipboard.writeText(source.textContent).then(function () { said('Copied'); }, byHand);
    else byHand();
  });
  return b;
}
// JSON in which a mark that reorders text, or cannot be seen, is shown as its code.
function pretty(value) {
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    function (c) { return '\\u' + ('000' + c.charCodeAt(0).toString(16)).slice(-4); });
}
function folded(label, text, isOpen, withCopy) {
  var d = make('details'), s = make('summary', '', label), pre = make('pre', '', text);
  d.open = !!isOpen;
  pre.tabIndex = 0;
  d.append(s);
  if (withCopy) d.append(copyButton(pre, label));
  d.append(pre);
  return d;
}
function timeline(side, scale) {
  var box = make('div', 'timeline');
  side.bars.forEach(function (b) {
    var one = make('div', 'attempt'), track = make('div', 'track'), p = make('p'), status = make('b', tone(b.status));
    track.setAttribute('aria-hidden', 'true');
    drawBar(track, b, scale);
    var end = make('span', 'end');
    end.style.left = percent(side.budget, scale);
    if (side.budget < scale) track.append(end);
    status.textContent = b.status + (b.why ? ' / ' + b.why : '');
    p.append(make('b', '', b.transport + (b.layer ? ' (' + b.layer + ')' : '')), ' ');
    if (b.status === 'skipped_no_budget') p.append('at ' + b.from + ' ms with ' + b.slice + ' ms left: ');
    else p.append(b.from + '..' + (b.from + b.elapsed) + ' ms of a ' + b.slice + ' ms slice: ');
    p.append(status);
    if (b.cut) p.append(', cut off: it ignored its slice');
    one.append(p, track);
    box.append(one);
  });
  if (!side.bars.length) box.append(make('p', 'soft', 'No attempt: no transport was contacted.'));
  var s = make('div', 'scale');
  s.append(make('span', '', '0 ms'));
  if (side.budget < scale) s.append(make('span', '', 'budget ' + side.budget + ' ms (the upright line)'));
  s.append(make('span', '', side.budget < scale ? scale + ' ms' : 'budget ' + scale + ' ms'));
  box.append(s);
  return box;
}
function events(trail) {
  var box = make('div', 'wide'), t = make('table', 'events'), body = make('tbody');
  trail.events.forEach(function (event) {
    var tr = make('tr'), rest = [];
    Object.keys(event).forEach(function (k) {
      if (['at_ms', 'transport', 'event'].indexOf(k) < 0) rest.push(k + '=' + (typeof event[k] === 'string' ? event[k] : JSON.stringify(event[k])));
    });
    tr.append(make('td', 'n', event.at_ms + ' ms'), make('td', '', event.transport), make('td', '', event.event));
    var last = make('td');
    last.append(foreign(rest.join(' ')));
    tr.append(last);
    body.append(tr);
  });
  t.append(body);
  box.append(t);
  return box;
}
function failureElement(lines) {
  var pre = make('pre', 'failure');
  pre.tabIndex = 0;
  lines.forEach(function (l) {
    var m = /^\s*([-+]) /.exec(l);
    pre.append(make('span', m ? (m[1] === '-' ? 'del' : 'ins') : '', l), '\n');
  });
  return pre;
}
function sideElements(box, item, side, full, scale) {
  if (!isDiff) box.append(make('code', 'oneline', line(side)), timeline(side, scale));
  box.append(heading('Events'));
  if (full.trail.events.length) box.append(events(full.trail));
  else box.append(make('p', 'soft', 'None.'));
  var calls = Object.keys(full.trail.calls).map(function (t) {
    var left = full.trail.unused[t];
    return t + ' ' + full.trail.calls[t] + (left ? ' (' + left + ' left in its script)' : '');
  });
  box.append(make('p', 'soft', 'Calls: ' + (calls.join(', ') || 'none') + '. Engine: ' + full.trail.engine + '.'));
  if (full.trail.violations.length) box.append(make('p', 'bad', 'Broken invariants: ' + full.trail.violations.join(', ')));
  if (Object.keys(full.trail.extra).length) box.append(folded('Extra', pretty(full.trail.extra)));
  box.append(folded('Receipt', pretty(full.trail.receipt), false, true));
  box.append(folded('Mermaid diagram', full.diagram.join('\n') + '\n', false, true));
}
function open(withFocus) {
  var item = shown[selected];
  if (!item) return;
  openedItem = item;
  var all = openedOf(item), h = make('h3'), acts = make('div', 'acts');
  var mark = make('span', 'mark ' + tone(item.row.verdict), MARK[item.row.verdict] || '•');
  h.append(mark, foreign(title(item)), ' ', make('span', 'tag', item.row.verdict));
  var back = make('button', '', 'Back to the list');
  back.type = 'button';
  back.addEventListener('click', toList);
  acts.append(back);
  article.replaceChildren(acts, h);
  if (item.row.description) { var p = make('p'); p.append(foreign(item.row.description)); article.append(p); }
  if (all.failure.length) {
    article.append(heading(isDiff ? 'What changed' : 'What is wrong'), failureElement(all.failure));
  }
  var scale = scaleOf(item.sides);
  // Both versions of a lookup stand one under the other, on one scale, before what each of them consists of.
  if (isDiff) item.sides.forEach(function (side) {
    article.append(heading(side.side === 'old' ? 'Old' : 'New'), make('code', 'oneline', line(side)), timeline(side, scale));
  });
  item.sides.forEach(function (side, n) {
    var box = article;
    if (isDiff) {
      box = make('details', 'side');
      box.append(make('summary', '', (side.side === 'old' ? 'Old' : 'New') + ': events, calls, receipt, diagram'));
      article.append(box);
    }
    sideElements(box, item, side, all.lookups[item.first + n], scale);
  });
  article.scrollTop = 0;
  article.setAttribute('aria-label', title(item));
  if (withFocus) {
    article.focus({preventScroll: true});
    if (article.getBoundingClientRect().top > innerHeight * 0.8) article.scrollIntoView();
  }
}
function toList() {
  list.focus({preventScroll: true});
  if (list.getBoundingClientRect().bottom < 0) list.scrollIntoView({block: 'nearest'});
}

// ---- keys ----
function inField(e) { return /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName); }
function screenful() { return Math.max(1, Math.floor(list.clientHeight / HEIGHT) - 1); }
function step(by) {
  select(selected + by);
  if (openedItem) open(false);
}
document.addEventListener('keydown', function (e) {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (inField(e)) {
    if (e.target === filter && (e.key === 'Enter' || e.key === 'ArrowDown')) { apply(); toList(); e.preventDefault(); }
    if (e.target === filter && e.key === 'Escape') { if (filter.value) { filter.value = ''; apply(); } else toList(); e.preventDefault(); }
    return;
  }
  var inList = document.activeElement === list || document.activeElement === document.body;
  var known = true;
  if (e.key === '/') { filter.focus(); filter.select(); }
  else if (e.key === 'j' || inList && e.key === 'ArrowDown') step(1);
  else if (e.key === 'k' || inList && e.key === 'ArrowUp') step(-1);
  else if (e.key === 'n') {
    var next = selected + 1;
    while (next < shown.length && shown[next].row.verdict === 'passed') next++;
    if (next < shown.length) step(next - selected);
  }
  else if (inList && e.key === 'PageDown') step(screenful());
  else if (inList && e.key === 'PageUp') step(-screenful());
  else if (document.activeElement === list && e.key === 'Home') step(-shown.length);
  else if (document.activeElement === list && e.key === 'End') step(shown.length);
  else if (inList && e.key === 'Enter') open(true);
  else if (e.key === 'Escape') toList();
  else known = false;
  if (known) e.preventDefault();
});
document.addEventListener('click', function (e) {
  var name = e.target.closest && e.target.closest('[data-go]');
  if (!name) return;
  filter.value = '';
  selects.forEach(function (s) { s.value = ''; });
  apply();
  var at = shown.findIndex(function (item) { return item.row.name === name.dataset.go; });
  if (at < 0) return;
  select(at);
  $('lookups-title').scrollIntoView();
  open(true);
});

// ---- paper: the list as lines ----
var MOST_ON_PAPER = 2000;
window.addEventListener('beforeprint', function () {
  var paper = $('paper');
  paper.replaceChildren();
  shown.slice(0, MOST_ON_PAPER).forEach(function (item) {
    var div = make('div');
    div.append(make('b', tone(item.row.verdict), item.row.verdict + ' '), foreign(title(item)), make('br'), lineOf(item));
    if (item.row.headline) div.append(make('br'), foreign(item.row.headline));
    paper.append(div);
  });
  if (shown.length > MOST_ON_PAPER) paper.append(make('p', '', 'and ' + number(shown.length - MOST_ON_PAPER) + ' more: filter first'));
});

apply();
var bad = items.findIndex(function (item) { return item.row.verdict !== 'passed'; });
if (bad >= 0 && !isDiff) { select(bad); }
if (items.length) open(false);
})();
