/** The style sheet of the hosted pages. Another house: its own grey, and none of the product's curtains. */
export const PAGE_CSS = `
:root {
  color-scheme: light dark;
  --paper: #f4f4f1; --surface: #fffefb; --line: #dededa; --edge: #85858a; --ink: #1d1a1f; --mute: #5f5d63;
  --fill: #1d1520; --on-fill: #fffefb; --err: #ae2413; --ok: #1e6547;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141519; --surface: #1e1a21; --line: #39343d; --edge: #8d8791; --ink: #f3f0f2; --mute: #b3acb5;
    --fill: #fff6e8; --on-fill: #1d1520; --err: #ff9a82; --ok: #7fcba2;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1rem/1.5 Figtree, system-ui, sans-serif; }
h1, h2, p, dl, dd, ul { margin: 0; }
svg { width: 1.125rem; height: 1.125rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.band {
  display: flex; justify-content: center; align-items: center; gap: 0.625rem; padding: 0.8125rem 1rem; color: #2a1506; font-weight: 600; text-align: center;
  background: repeating-linear-gradient(-45deg, #ecc981 0 18px, #dcb167 18px 36px);
}
main { display: grid; gap: 1.75rem; max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.single { max-width: 36rem; align-content: start; }
.to { color: var(--mute); font-size: 0.9375rem; }
.seller { margin-bottom: 0.625rem; font-size: 1.0625rem; font-weight: 600; }
h1 { font: 400 2.75rem/1.15 Fraunces, Georgia, "Times New Roman", serif; letter-spacing: -0.02em; }
.single h1 { font-size: 2rem; }
.then { color: var(--mute); font-size: 0.9375rem; }
.lines { display: grid; font-size: 1rem; }
.lines div { display: flex; justify-content: space-between; gap: 1rem; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.lines div:last-child { border: 0; font-weight: 600; }
.lines dd { font-family: Fraunces, Georgia, "Times New Roman", serif; font-variant-numeric: tabular-nums; white-space: nowrap; }
.note, .hint, .means { color: var(--mute); font-size: 0.875rem; }
.card { display: grid; gap: 1.125rem; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
h2 { font-size: 1.25rem; font-weight: 600; line-height: 1.3; }
.field { display: grid; gap: 0.4375rem; min-width: 0; }
label { font-size: 0.9375rem; font-weight: 600; }
input { width: 100%; min-height: 3rem; padding: 0 0.875rem; border: 1px solid var(--edge); border-radius: 10px; background: transparent; color: inherit; font: inherit; }
.input { position: relative; display: block; }
.input svg { position: absolute; left: 0.875rem; top: 50%; translate: 0 -50%; color: var(--mute); }
.input input { padding-left: 2.625rem; }
.pair { display: flex; flex-wrap: wrap; gap: 0.875rem; }
.pair > * { flex: 1 1 6.5rem; }
button, .button {
  display: inline-flex; justify-content: center; align-items: center; gap: 0.5rem; width: 100%; min-height: 3rem; padding: 0.5rem 1.125rem; border: 1px solid var(--edge);
  border-radius: 999px; background: transparent; color: inherit; font: inherit; font-weight: 600; line-height: 1.2; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { border-color: var(--ink); }
.main { border-color: var(--fill); background: var(--fill); color: var(--on-fill); }
.main:hover { opacity: 0.9; }
:focus-visible { outline: 3px solid #b98420; outline-offset: 2px; }
.means { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1.25rem; }
.means dt { color: var(--ink); font-weight: 600; }
.told { padding: 0.75rem 1rem; border: 1px solid currentColor; border-radius: 10px; font-weight: 600; }
.err { color: var(--err); }
.ok { color: var(--ok); }
.subscriptions { display: grid; gap: 1rem; padding: 0; list-style: none; }
.subscriptions form { display: grid; gap: 0.75rem; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
@media (min-width: 48rem) {
  main { padding-top: 4rem; }
  .checkout { grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); grid-template-rows: auto auto auto 1fr; column-gap: 4.5rem; }
  .checkout .card { grid-column: 2; grid-row: 1 / span 4; align-self: start; padding: 2.125rem; }
  .checkout .note { max-width: 26rem; }
  h1 { font-size: 3.25rem; }
}
@media (forced-colors: active) { .main { border-width: 2px; } }
`
