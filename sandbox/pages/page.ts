import type { Language } from './words.ts'
import { WORDS } from './words.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
}

/** Line icons of 24 by 24. */
const ICONS = {
  flask: '<path d="M10 3v6L4.6 18.2A2 2 0 0 0 6.3 21h11.4a2 2 0 0 0 1.7-2.8L14 9V3M8.5 3h7M7 15h10"/>',
  card: '<rect x="2.5" y="5" width="19" height="14" rx="2"/><path d="M2.5 10h19M6 15h4"/>',
  bank: '<path d="M3 10l9-6 9 6M4 10h16M6 10v8m4-8v8m4-8v8m4-8v8M3 21h18"/>',
  refuse: '<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>',
  leave: '<path d="M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15 16l4-4-4-4M19 12H9"/>',
}

export function icon(name: keyof typeof ICONS): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`
}

/** A whole page of the stand-in: grey paper and the striped band. It works without script. */
export function page(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header class="band">${icon('flask')}${escapeHtml(WORDS[language].band)}</header>
${body}
</body>
</html>
`
}

export interface CardForm {
  language: Language
  /** The buttons, and what else follows the fields. */
  buttons: string
  before?: string
}

export function cardForm({ language, buttons, before = '' }: CardForm): string {
  const words = WORDS[language]
  return `<form class="card" method="post">
<h2>${escapeHtml(words.card)}</h2>
${before}<div class="field"><label for="number">${escapeHtml(words.number)}</label>
<span class="input">${icon('card')}<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23" value="4242 4242 4242 4242" aria-describedby="number-hint"></span>
<p class="hint" id="number-hint">${escapeHtml(words.number_hint)}</p></div>
<div class="pair">
<div class="field"><label for="expires">${escapeHtml(words.expires)}</label><input id="expires" name="expires" autocomplete="off" maxlength="7" value="12 / 30"></div>
<div class="field"><label for="cvc">${escapeHtml(words.cvc)}</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" maxlength="4" value="123"></div>
</div>
${buttons}
</form>`
}

/** A page that only says something. */
export function notePage(language: Language, title: string, text: string, back: string | null): string {
  const link =
    back === null ? '' : `<p><a class="button" href="${escapeHtml(back)}">${escapeHtml(WORDS[language].back)}</a></p>`
  return page(
    language,
    title,
    `<main class="single"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${link}</main>`,
  )
}
