import { createHash } from 'node:crypto';
import { paletteStylesheet, parseThemeName, themeName, themeStylesheet, type Theme } from '@/lib/base/theme';

/** All pages use this stylesheet. The accent colours come from `themePath`. */
const stylesheet = `${paletteStylesheet()}*,::before,::after{box-sizing:border-box}
html{background:var(--canvas);color:var(--ink);font:1.0625rem/1.55 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,
'Helvetica Neue','Noto Sans','Liberation Sans',Arial,sans-serif;text-size-adjust:100%;overflow-wrap:anywhere}
body{margin:0;padding:clamp(1rem,5vw,3.5rem) 1rem 3rem}
header,main{max-width:27rem;margin:0 auto}
main.wide,header:has(+main.wide){max-width:44rem}
.logo{display:block;height:3rem;max-width:12rem;object-fit:contain;object-position:left;margin:0 0 .75rem}
.organisation{margin:0 0 1rem;padding-inline-start:.85rem;border-inline-start:.3rem solid var(--accent);
font-weight:650;font-size:1.125rem;line-height:1.3}
main{background:var(--surface);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.25rem,5vw,2.25rem)}
h1{margin:0 0 1rem;font-size:1.6rem;line-height:1.2;text-wrap:balance}
h2{margin:2rem 0 .5rem;font-size:1.15rem;line-height:1.3}
p,ul{margin:0 0 1rem}
ul{padding-inline-start:1.25rem}
main>:last-child,form>:last-child{margin-bottom:0}
a{color:var(--accent);text-underline-offset:.15em}
form{margin:0 0 1.25rem}
label{display:block;font-weight:600;margin-bottom:.35rem}
.hint{color:var(--ink-soft);font-size:.94rem;margin:0 0 .35rem}
.field{margin:0 0 1.15rem}
input:not([type]),input[type=email],input[type=password],input[type=text]{width:100%;min-height:3rem;padding:.5rem .75rem;
font:inherit;color:inherit;background:var(--canvas);border:1px solid var(--line-strong);border-radius:.6rem}
input[aria-invalid=true]{border:2px solid var(--danger)}
input.code{font-size:1.5rem;letter-spacing:.3em;font-variant-numeric:tabular-nums}
button,.button{display:block;width:100%;min-height:3rem;padding:.5rem 1rem;font:inherit;font-weight:650;
color:var(--on-fill);background:var(--fill);border:1px solid var(--accent);border-radius:.6rem;cursor:pointer}
.button{padding-top:.65rem;text-align:center;text-decoration:none}
button.second,.button.second{color:var(--accent);background:transparent;border-color:var(--line-strong)}
button.plain{width:auto;text-align:start;min-height:2rem;padding:.15rem 0;color:var(--accent);background:none;border:0;font-weight:400;
text-decoration:underline;text-underline-offset:.15em}
button:hover,.button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.or{display:flex;align-items:center;gap:.75rem;color:var(--ink-soft);margin:1.25rem 0}
.or::before,.or::after{content:'';flex:1;border-top:1px solid var(--line)}
.stack>*+*{margin-top:.75rem}
.links{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1.25rem 0 0}
.links a{padding:.25rem 0}
.errors{border:1px solid var(--danger);border-inline-start-width:.35rem;background:var(--danger-soft);border-radius:.6rem;
padding:.85rem 1rem;margin:0 0 1.25rem}
.errors h2{margin:0 0 .25rem;font-size:1.05rem}
.errors ul{margin:0;padding:0;list-style:none}
.errors a,.error{color:var(--danger);font-weight:600}
.error{margin:0 0 .35rem}
.note{margin:.75rem 0 0}
.note:empty{margin:0}
.hint+form{margin-top:1rem}
.notice{background:var(--accent-soft);border-radius:.6rem;padding:.85rem 1rem}
.people{list-style:none;padding:0}
.people li+li{margin-top:.75rem}
.people button{text-align:start;color:var(--ink);background:var(--canvas);border-color:var(--line-strong)}
.people span{display:block;font-weight:400;font-size:.94rem;color:var(--ink-soft)}
.passkeys{list-style:none;padding:0}
.passkeys li{padding:1rem 0;border-top:1px solid var(--line)}
.passkeys form{margin:.75rem 0 0}
.passkeys .row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end}
.passkeys .row .field{flex:1 1 12rem;margin:0}
.passkeys .row button{width:auto;flex:0 0 auto}
.hidden-text{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.check{display:flex;gap:.7rem;align-items:start;padding:.35rem 0}
.check input{width:1.35rem;height:1.35rem;margin:.1rem 0 0;flex:none;accent-color:var(--accent)}
.check label{font-weight:400;margin:0}
.check+button{margin-top:.75rem}
@media (forced-colors:active){button,.button{border-color:ButtonText}}
@media (prefers-reduced-motion:no-preference){button{transition:filter .12s}}
`;

/** The address changes with the text, so browsers may cache the stylesheet permanently. */
export const stylesheetPath = `/auth/style-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}.css`;

/** The address contains colour and font, so the stylesheet needs no look-up and reveals no organisation. */
export function themePath(theme: Theme): string {
  return `/auth/theme-${themeName(theme)}.css`;
}

/** null: there is no stylesheet at this address. */
export function findStylesheet(path: string): string | null {
  if (path === stylesheetPath) return stylesheet;
  const theme = parseThemeName(/^\/auth\/theme-([0-9a-z-]+)\.css$/.exec(path)?.[1] ?? '');
  return theme === null ? null : themeStylesheet(theme);
}
