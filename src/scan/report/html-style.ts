import { engineIds, severities } from '../model/finding.ts';

/** Hides what the chosen buttons do not name. */
const filters = [
  ...severities.map((severity) => [`only-${severity}`, severity]),
  ...engineIds.map((engine) => [`engine-${engine}`, `by-${engine}`]),
  ['state-new', 'is-new'],
]
  .map(([button, name]) => `body:has(#${button}:checked) .card:not(.${name}) { display: none; }`)
  .join('\n');

/** Says so where a choice leaves nothing: one rule for each severity with each engine, because CSS cannot count what it shows. */
const emptyChoices = severities
  .flatMap((severity) => [
    `body:has(#only-${severity}:checked):not(:has(.card.${severity})) .none-here`,
    ...engineIds.map(
      (engine) =>
        `body:has(#only-${severity}:checked):has(#engine-${engine}:checked):not(:has(.card.${severity}.by-${engine})) .none-here`,
    ),
  ])
  .join(',\n');

export const htmlStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f6f3, #111316); --card: light-dark(#ffffff, #191c20); --code: light-dark(#f0f0ec, #14171a);
  --ink: light-dark(#1b1d20, #e9eaec); --soft: light-dark(#585d64, #a6acb5); --line: light-dark(#e2e2dc, #2b2f35);
  --critical: light-dark(#94103f, #ff9dbb); --critical-soft: light-dark(#fce8ef, #411022); --critical-solid: light-dark(#c2185b, #e8487f);
  --high: light-dark(#a2330c, #ffab82); --high-soft: light-dark(#fdece2, #41200f); --high-solid: light-dark(#dd5a1f, #ee7c45);
  --medium: light-dark(#765000, #f0c660); --medium-soft: light-dark(#faf0d4, #382b0b); --medium-solid: light-dark(#d19a11, #dcae3c);
  --low: light-dark(#1c5791, #93c7f6); --low-soft: light-dark(#e5f0fa, #132b43); --low-solid: light-dark(#4389c8, #5b9fda);
  --info: light-dark(#51565d, #b5bac1); --info-soft: light-dark(#ececea, #282b30); --info-solid: light-dark(#8d929a, #7d838c);
  --good: light-dark(#17653a, #85d8a5); --bad: var(--critical); --accent: light-dark(#3b49c9, #aab5ff);
  --hit: var(--medium-soft); --shadow: none;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header.top, main, footer { max-width: 1000px; margin: 0 auto; padding: 0 24px; }
header.top { padding-top: 36px; }
.brand { margin: 0; font-weight: 650; letter-spacing: .01em; display: flex; align-items: center; gap: 8px; }
.brand span:last-child { color: var(--soft); font-weight: 400; }
.logo { width: 22px; height: 22px; }
h1 { font-size: 30px; line-height: 1.2; margin: 10px 0 14px; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 0 0 12px; letter-spacing: -.01em; }
h2 small { font-size: 13px; font-weight: 500; color: var(--soft); margin-left: 6px; }
h2 small.good { color: var(--good); } h2 small.bad { color: var(--bad); }
h3 { font-size: 13px; margin: 18px 0 8px; color: var(--soft); font-weight: 600; }
code, pre, .where { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12.5px; }
code { overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: 6px 28px; margin: 0 0 22px; }
.facts dt { font-size: 12px; color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
section { margin: 0 0 30px; }
.verdict { border-radius: 10px; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--info); box-shadow: var(--shadow); margin-bottom: 16px; }
.verdict strong { font-size: 20px; letter-spacing: -.01em; }
.verdict ul { margin: 6px 0 0; padding-left: 20px; color: var(--soft); }
.verdict .unread { margin-left: 12px; font-size: 14px; }
.hot th a { color: inherit; text-decoration: none; } .hot th a:hover { text-decoration: underline; }
.body { scroll-margin-top: 80px; }
.card:has(:target) { outline: 2px solid var(--accent); }
.verdict .delta { color: var(--soft); margin-left: 8px; }
${['good', 'bad', ...severities].map((name) => `.verdict.${name} { border-left-color: var(--${name}); }`).join('\n')}
.tiles { border: 0; margin: 0 0 30px; padding: 0; display: grid; grid-template-columns: repeat(6, 1fr); gap: 10px; }
.tiles legend, .tiles input { position: absolute; opacity: 0; pointer-events: none; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; cursor: pointer; color: var(--soft); box-shadow: var(--shadow); display: block; }
.tile b { display: block; font-size: 28px; font-weight: 600; letter-spacing: -.02em; line-height: 1.15; color: var(--ink); font-variant-numeric: tabular-nums; }
${severities.map((name) => `.tile.${name} { border-top: 3px solid var(--${name}-solid); }`).join('\n')}
.tile.zero b { color: var(--soft); font-weight: 400; }
.tile:hover { border-color: var(--soft); }
input:checked + .tile { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); color: var(--ink); }
input:focus-visible + .tile { outline: 2px solid var(--accent); outline-offset: 2px; }
.filters { display: flex; flex-wrap: wrap; gap: 10px 28px; margin: -14px 0 30px; }
.choices { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.choices legend { float: left; padding: 0 4px 0 0; color: var(--soft); font-size: 13px; }
.choices input { position: absolute; opacity: 0; pointer-events: none; }
.choices label { border: 1px solid var(--line); background: var(--card); border-radius: 99px; padding: 2px 12px; font-size: 13px; color: var(--soft); cursor: pointer; }
.choices label:hover { border-color: var(--soft); }
input:checked + label { border-color: var(--ink); color: var(--ink); }
input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
.hot table { width: 100%; border-collapse: collapse; }
.hot th { text-align: left; font: 12.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; padding: 5px 12px 5px 0; width: 50%; overflow-wrap: anywhere; }
.hot td:last-child { text-align: right; color: var(--soft); font-variant-numeric: tabular-nums; width: 4ch; }
.bars { white-space: nowrap; font-size: 0; }
.bars i { display: inline-block; height: 10px; margin-right: 1px; }
.bars i:first-child { border-radius: 3px 0 0 3px; } .bars i:last-child { border-radius: 0 3px 3px 0; } .bars i:only-child { border-radius: 3px; }
${severities.map((name) => `.bars .${name} { background: var(--${name}-solid); }`).join('\n')}
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-bottom: 10px; box-shadow: var(--shadow); }
.card summary { display: grid; grid-template-columns: 74px 1fr; gap: 2px 12px; padding: 13px 18px; cursor: pointer; list-style: none; align-items: baseline; }
.card summary::-webkit-details-marker { display: none; }
.card summary:hover .title { text-decoration: underline; text-underline-offset: 3px; }
.card summary:focus-visible, .fold summary:focus-visible, .frame:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 10px; }
.title { font-weight: 600; overflow-wrap: anywhere; }
.where { grid-column: 2; color: var(--soft); overflow-wrap: anywhere; }
.body { padding: 0 18px 16px 104px; }
.body p { margin: 0 0 12px; overflow-wrap: anywhere; }
.pill { font-size: 12px; font-weight: 600; border-radius: 4px; padding: 2px 0; text-align: center; display: inline-block; width: 74px; }
${severities.map((name) => `.pill.${name} { color: var(--${name}); background: var(--${name}-soft); }`).join('\n')}
.frame { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: 8px 0; margin: 0 0 12px; overflow-x: auto; line-height: 1.6; tab-size: 4; }
.line { display: block; min-width: max-content; padding-right: 16px; }
.line i { display: inline-block; box-sizing: content-box; min-width: 4ch; padding-left: 6px; padding-right: 12px; text-align: right; margin-right: 12px; color: var(--soft); font-style: normal; user-select: none; border-right: 1px solid var(--line); }
.line.hit { background: var(--hit); }
mark { background: none; color: inherit; text-decoration: underline wavy var(--high); text-underline-offset: 4px; text-decoration-thickness: 1px; }
.advice { border-left: 3px solid var(--good); padding: 2px 0 2px 14px; }
.advice b { display: block; font-size: 13px; color: var(--good); }
.advice pre { margin: 4px 0 0; overflow-x: auto; }
.trace { list-style: none; margin: 0 0 14px; padding: 0; counter-reset: step; }
.trace li { position: relative; counter-increment: step; padding: 1px 0 12px 36px; display: flex; justify-content: space-between; gap: 2px 16px; flex-wrap: wrap; }
.trace li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 25px; height: 25px; border-radius: 50%; background: var(--info-soft); color: var(--info); font: 650 12px/25px system-ui, sans-serif; text-align: center; z-index: 1; }
.trace li:not(:last-child)::after { content: ""; position: absolute; left: 12px; top: 27px; bottom: 2px; width: 2px; background: var(--line); }
.trace .source::before { background: var(--medium-soft); color: var(--medium); } .trace .sink::before { background: var(--critical-soft); color: var(--critical); }
.trace span { overflow-wrap: anywhere; } .trace code { color: var(--soft); }
.chip { display: inline-block; font-size: 12px; color: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 1px 7px; }
.chip.new { color: var(--low); border-color: var(--low); margin-left: 8px; font-weight: 500; }
.body .chips { margin-bottom: 8px; line-height: 2; }
.references { margin: 0 0 8px; padding-left: 18px; font-size: 13px; color: var(--soft); overflow-wrap: anywhere; }
a { color: var(--accent); }
.quiet { color: var(--soft); font-size: 13px; } .body .id { margin: 0; font-size: 11.5px; } .id a { color: inherit; text-decoration: none; } .id a:hover { text-decoration: underline; }
.fold { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0 18px; box-shadow: var(--shadow); }
.fold summary { cursor: pointer; padding: 13px 0; } .fold summary h2 { display: inline; }
.fold[open] { padding-bottom: 14px; }
.list { width: 100%; border-collapse: collapse; font-size: 13.5px; }
.list th { text-align: left; font-weight: 600; color: var(--soft); font-size: 12.5px; padding: 6px 10px 6px 0; }
.list .reason { white-space: nowrap; }
.list td { border-top: 1px solid var(--line); padding: 8px 10px 8px 0; vertical-align: top; overflow-wrap: anywhere; }
.calm, .notice { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; }
.calm p { margin: 0; }
.none-here { display: none; color: var(--soft); }
footer { padding-top: 4px; padding-bottom: 48px; color: var(--soft); font-size: 12.5px; }
${filters}
${emptyChoices} { display: block; }
@media (max-width: 720px) {
  header.top, main, footer { padding-left: 16px; padding-right: 16px; }
  .tiles { grid-template-columns: repeat(3, 1fr); }
  .body { padding-left: 18px; }
  .hot th { width: 60%; }
}
@media print {
  .filters { display: none; }
  :root { --paper: #fff; --card: #fff; }
  .tiles input, .tile:not(.zero) { box-shadow: none; }
  .card, .verdict { break-inside: avoid; box-shadow: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .frame { white-space: pre-wrap; }
}
`;
