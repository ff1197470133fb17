/** The style of the page. The endpoint's policy names its hash. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #dfe5ee); --soft: light-dark(#5b6675, #98a4b5); --line: light-dark(#e2e7ee, #2b3442); --paper: light-dark(#fff, #11161d); --well: light-dark(#f5f7fa, #18202a); --blue: light-dark(#0b57d0, #7fb0ff); --green: light-dark(#0a6b3d, #66d19e); --amber: light-dark(#8a5200, #f0b35a); --red: light-dark(#b3261e, #ff9a90); --violet: light-dark(#6b35b8, #c3a2ff); }
* { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--blue); }
a:not(:hover) { text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
code, pre { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; font-size: .875em; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; z-index: 3; padding: .5rem; background: var(--paper); }
header.top { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding: .6rem clamp(1rem, 3vw, 2rem); background: color-mix(in srgb, var(--paper) 92%, transparent); backdrop-filter: blur(8px); border-bottom: 1px solid var(--line); }
header.top strong { font-size: 1.05rem; letter-spacing: -.01em; }
header.top small { color: var(--soft); }
header.top label { flex: 1 1 16rem; max-width: 34rem; margin-left: auto; }
input { width: 100%; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--well); border: 1px solid var(--line); border-radius: .5rem; }
.away { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; max-width: 76rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2rem); }
nav { position: sticky; top: 4.5rem; align-self: start; max-height: calc(100vh - 5rem); overflow: auto; padding: 1.5rem 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; justify-content: space-between; gap: .5rem; padding: .2rem .6rem; color: inherit; text-decoration: none; border-radius: .4rem; }
nav a:hover { background: var(--well); }
nav small { color: var(--soft); }
main { padding: 1.5rem 0 6rem; min-width: 0; }
h1 { font-size: clamp(1.6rem, 4vw, 2.25rem); line-height: 1.2; letter-spacing: -.02em; margin: .5rem 0 1rem; }
h2 { margin: 3rem 0 .25rem; font-size: 1.35rem; letter-spacing: -.01em; }
h2 + p { margin-top: 0; color: var(--soft); }
h4 { margin: 1.5rem 0 .5rem; font-size: .95rem; }
h5 { display: inline; margin: 0; font: 600 .9rem ui-monospace, monospace; }
.operation { border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; }
.operation[open] { box-shadow: 0 1px 8px light-dark(#0001, #0006); }
summary { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; padding: .55rem .8rem; cursor: pointer; border-radius: .6rem; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--well); }
.verb { flex: 0 0 4.2rem; font: 700 .75rem ui-monospace, monospace; letter-spacing: .04em; }
.get { color: var(--blue); } .post { color: var(--green); } .put, .patch { color: var(--amber); } .delete { color: var(--red); } .event { color: var(--violet); }
.path { font-weight: 600; overflow-wrap: anywhere; }
.about { color: var(--soft); }
.old { margin-left: auto; padding: 0 .5rem; font-size: .75rem; color: var(--amber); border: 1px solid; border-radius: 1rem; }
.body { padding: 0 .9rem .9rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.scope { padding: .1rem .45rem; margin-right: .4rem; background: var(--well); border: 1px solid var(--line); border-radius: 1rem; }
dl { display: grid; grid-template-columns: minmax(8rem, 15rem) minmax(0, 1fr); margin: .5rem 0; border-top: 1px solid var(--line); }
dt, dd { margin: 0; padding: .35rem .5rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
dd p { margin: .1rem 0; color: var(--soft); }
dd dl { grid-column: 1 / -1; border-left: 2px solid var(--line); padding-left: .75rem; }
i, small { color: var(--soft); font-style: normal; font-size: .85em; }
pre { max-height: 26rem; overflow: auto; margin: .5rem 0; padding: .75rem 1rem; line-height: 1.5; background: var(--well); border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: normal; }
.answer { margin: .6rem 0; padding-left: .75rem; border-left: 3px solid var(--green); }
.answer.failure { border-color: var(--red); }
.answer p { margin: .15rem 0; }
.answer h5 + p { display: inline; margin-left: .5rem; }
.headers code { margin-right: .4rem; }
.link { margin-bottom: 0; font-size: .85rem; }
[hidden] { display: none !important; }
@media (max-width: 52rem) { html { scroll-padding-top: 8.5rem; } .columns { display: block; } nav { position: static; max-height: none; padding: 1rem 0 0; } nav ul { display: flex; flex-wrap: wrap; gap: .25rem; } nav a { border: 1px solid var(--line); } dl { display: block; } dt { border: 0; padding-bottom: 0; } .about { flex-basis: 100%; } .old { margin-left: 0; } }
@media print { header.top, nav { display: none; } }
`;
