/** Checks the text of a component or of a style sheet against the CSS rules of CONTRIBUTING.md. */

const TOKENS = 'web/styles/tokens.css'
/** The page of all components may show them at other sizes. */
const GALLERY = 'web/gallery/'

const HEX = /(?<=["'`[(:,_\s])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])/i
/** A colour function with numbers. `rgb(var(--shade-story) / 0.8)` takes its colour from a token. */
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*[\d.]+[^)]*\)/i
const NAMED_CLASS = /(?<=["'`\s:])[a-z-]+-(?:white|black)\b(?:\/\d+)?/
const NAMED_PAINT = /\b(?:fill|stroke|stopColor|color)="(?!none|current|inherit)[a-z]+"/
const NAMED_VALUE = /:[^;{}]*(?<![\w-])(?:white|black)(?![\w-])/

/** An arbitrary value such as `px-[18px]`, or an arbitrary variant such as `max-[359px]:`, which ends in a colon. */
const ARBITRARY = /(?<=["'`\s:])-?([a-z][a-z-]*)-\[((?:[^\]\s[]|\[[^\]\s]*\])+)\](:?)/g

/** Looks at the place of an ancestor among its neighbours: in a long list, one that comes or goes restyles everything. */
const PLACE_OF_ANCESTOR = /\bgroup-(?:first|last|only|odd|even|nth)[\w-]*(?=[:/])/

/** Values that no scale can hold: columns of a grid, lists of properties, sums, and shares of the window, the box or the font. */
const MAY_BE_ARBITRARY = [
  /^grid-(?:cols|rows)-\[/,
  /^transition-\[/,
  /\[(?:calc|min|max|clamp)\(/,
  /\[[\d.%_]+(?:%|ch|em|vh|dvh)\]/,
]

/** Returns every broken rule as a sentence. */
export function brokenCssRules(path: string, text: string): string[] {
  const broken = path.endsWith('.css') ? ofStyleSheet(path, text) : ofComponent(path, text)
  return broken.map((sentence) => `${path} ${sentence}`)
}

/** Returns the arbitrary values of a component. Their number has a ceiling. */
export function arbitraryValues(path: string, text: string): string[] {
  if (path.startsWith(GALLERY)) return []
  return [...text.matchAll(ARBITRARY)].filter(([, , , colon]) => colon === '').map(([found]) => found)
}

function ofStyleSheet(path: string, text: string): string[] {
  // In a mask, black means visible and transparent means hidden. Neither is a colour on the page.
  const rules = text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(?<![\w-])mask:[^;]*;/g, '')
  const raw = path === TOKENS ? null : (rules.match(HEX) ?? rules.match(FUNCTION) ?? rules.match(NAMED_VALUE))
  return [
    ...(raw ? [`has a colour that is no token: ${raw[0].trim()}`] : []),
    ...(/\[class[*^$|~]?=/.test(rules)
      ? ['selects by a part of a class name: give the element a name of its own']
      : []),
  ]
}

function ofComponent(path: string, text: string): string[] {
  const raw = [HEX, FUNCTION, NAMED_CLASS, NAMED_PAINT].map((pattern) => text.match(pattern)?.[0]).find(Boolean)
  const place = text.match(PLACE_OF_ANCESTOR)?.[0]
  const off = path.startsWith(GALLERY) ? [] : [...text.matchAll(ARBITRARY)].filter(isOffTheScale)
  return [
    ...(raw ? [`has a colour that is no token: ${raw}`] : []),
    ...(place ? [`restyles long lists whole with ${place}: let the component decide`] : []),
    ...off.map(([found]) => `has a value that is in no scale, see tokens.css: ${found}`),
  ]
}

function isOffTheScale([found, property, , colon]: RegExpExecArray): boolean {
  // A variant. Only the breakpoints have a scale.
  if (colon !== '') return property === 'min' || property === 'max'
  return !MAY_BE_ARBITRARY.some((allowed) => allowed.test(found))
}
