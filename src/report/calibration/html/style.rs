//! The style sheet, on top of the common one, and the script.

/// Wide and narrow, on paper.
pub(super) const STYLE: &str = r"
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:12px}
.tile b{display:block;font-size:1.7rem;line-height:1.2;font-variant-numeric:tabular-nums}
.tile span{color:var(--soft);font-size:.85rem}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(310px,100%),1fr));gap:12px}
.charts.two{grid-template-columns:repeat(auto-fit,minmax(min(380px,100%),1fr))}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font:11px system-ui,sans-serif}
.axis{stroke:var(--line);fill:none}.cur{stroke:var(--ink);stroke-dasharray:3 3}
.la{stroke:var(--a);fill:none;stroke-width:1.8}.lb{stroke:var(--b);fill:none;stroke-width:1.8}
.lc{stroke:var(--c);fill:none;stroke-width:1.4;stroke-dasharray:5 3}
.ba{fill:var(--a);opacity:.15}.bb{fill:var(--b);opacity:.15}
.dot{fill:var(--ink)}.cross{stroke:var(--ink);stroke-width:1.2}
.track{fill:var(--line)}.range{fill:var(--a);opacity:.45}
.key{font-size:.85rem;color:var(--soft)}.key i{display:inline-block;width:16px;height:3px;margin:0 5px 3px 12px;
border-radius:2px}
.key i:first-child{margin-left:0}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.87rem}
th,td{padding:5px 9px;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
th{font-weight:600;white-space:nowrap;background:var(--wash)}
th[data-s]{cursor:pointer}th[aria-sort]::after{content:' \2195';color:var(--soft)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.z{color:var(--c)}td.ok{color:var(--good);font-weight:600}td.no{color:var(--bad);font-weight:600}
.name{min-width:9em}.mat{width:auto}.mat th{vertical-align:bottom}.mat td{min-width:3.2em}
.mat th.v{writing-mode:vertical-rl;transform:rotate(180deg);padding:9px 5px}
.page{overflow-wrap:anywhere;min-width:130px}.why{min-width:240px}
.filter{width:min(340px,100%);padding:6px 10px;margin:0 0 8px;border:1px solid var(--line);border-radius:6px;
background:var(--card);color:var(--ink);font:inherit}
@media (max-width:560px){main{padding:14px 12px 48px}h1{font-size:1.3rem}.tiles{grid-template-columns:1fr 1fr}
.tile b{font-size:1.35rem}.card{padding:10px}th,td{padding:5px 7px}
.stack thead{display:none}.stack,.stack tbody,.stack tr,.stack td{display:block}.stack td{border:0;padding:2px 10px}
.stack tr{border-bottom:1px solid var(--line);padding:8px 0}.stack tr:last-child{border:0}
.stack td[data-l]::before{content:attr(data-l) ': ';color:var(--soft)}.stack .n{text-align:left;white-space:normal}}
@media print{
body{font-size:10pt}.charts,.charts.two{grid-template-columns:1fr 1fr}.tiles{grid-template-columns:repeat(4,1fr)}
.tile b{font-size:1.2rem}main{max-width:none;padding:0}.filter,.noprint{display:none}.card,tr{break-inside:avoid}
h2,h3{break-after:avoid}thead{display:table-header-group}.wide{overflow:visible;border:0}table{font-size:8pt}
th,td{padding:3px 5px}.page,.why{min-width:0}}
";

/// Sorting by a column, filtering by a word.
pub(super) const SCRIPT: &str = r"
document.querySelectorAll('th[data-s]').forEach(function(h){h.tabIndex=0;h.onclick=function(){
var t=h.closest('table'),b=t.tBodies[0],i=h.cellIndex,d=h.getAttribute('aria-sort')==='descending'?1:-1;
t.querySelectorAll('th').forEach(function(o){o.removeAttribute('aria-sort')});
h.setAttribute('aria-sort',d<0?'descending':'ascending');
var k=function(r){return r.cells[i].getAttribute('data-k')||r.cells[i].textContent};
var num=function(v){return v!==''&&!isNaN(v)};
Array.prototype.slice.call(b.rows).sort(function(x,y){var p=k(x),q=k(y);
return d*(num(p)&&num(q)?p-q:num(p)?1:num(q)?-1:p<q?-1:p>q?1:0)}).forEach(function(r){b.appendChild(r)})};
h.onkeydown=function(e){if(e.key==='Enter')h.click()}});
document.querySelectorAll('.filter').forEach(function(f){f.hidden=false;f.oninput=function(){
var w=f.value.toLowerCase().split(/\s+/);
Array.prototype.forEach.call(document.getElementById(f.getAttribute('data-for')).tBodies[0].rows,function(r){
var s=r.textContent.toLowerCase();r.hidden=!w.every(function(x){return s.indexOf(x)>=0})})}});
";
