/**
 * The styles of a prerendered page. The style sheet of the app has the rules of every page, and a page cannot be painted
 * before its style sheet is there. So each prerendered page gets a small sheet with the rules that its own elements can
 * match, in their order; the whole sheet follows before the app starts (web/public/later.js).
 */

interface Block {
  head: string
  /** Undefined for a statement, such as the order of the layers. */
  body: string | undefined
}

/** Rules inside them are kept or left out one by one. */
const GROUPS = /^@(media|supports|container|layer|scope|starting-style)\b/
/**
 * What every page has in full in its small sheet, and the later one does not repeat: that would look like other fonts, and
 * make the browser calculate the style of every element again.
 */
const EVERYWHERE = /^@(font-face|property)\b|^@layer (properties|theme|base)$/

/** The rules of a style sheet that a page can match. What depends on a state or on the window is kept, whatever it is now. */
export function stylesOf(css: string, pages: readonly string[]): string {
  const classes = new Set(pages.flatMap(classesOf))
  return filter(css, (head) => head.startsWith('@') || canMatch(head, classes))
}

/** The rules of all pages, for one that has those of `stylesOf`. Rules are repeated, so that their order is that of the app. */
export function laterStyles(css: string): string {
  return filter(css, (head) => !EVERYWHERE.test(head))
}

function filter(css: string, isKept: (head: string) => boolean): string {
  return blocksOf(css)
    .map(({ head, body }) => {
      if (body === undefined) return `${head};`
      if (!GROUPS.test(head) || EVERYWHERE.test(head)) return isKept(head) ? `${head}{${body}}` : ''
      const inside = filter(body, isKept)
      return inside && `${head}{${inside}}`
    })
    .join('')
}

/** The rules and statements of a minified style sheet, without looking into them. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = []
  let start = 0
  let open = -1
  let depth = 0
  // A string, or something escaped, cannot end a rule.
  for (const { 0: found, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[{};]/gs)) {
    if (found === '{') {
      if (depth === 0) open = index
      depth += 1
    } else if (found === '}') {
      depth -= 1
      if (depth < 0) throw new Error('The style sheet has a bracket too many')
      if (depth > 0) continue
      blocks.push({ head: css.slice(start, open), body: css.slice(open + 1, index) })
      start = index + 1
    } else if (found === ';' && depth === 0) {
      blocks.push({ head: css.slice(start, index), body: undefined })
      start = index + 1
    }
  }
  if (depth > 0 || css.slice(start).trim() !== '') throw new Error('The style sheet ends in the middle of a rule')
  return blocks
}

/** Escaped characters are moved here while a selector is taken apart. */
const PRIVATE_USE = 0xe000

/** Whether one of these selectors has only classes of the page. What is in round brackets is not judged. */
function canMatch(selectors: string, classes: ReadonlySet<string>): boolean {
  let plain = selectors
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(PRIVATE_USE + parseInt(code, 16)))
    .replaceAll(/\\(.)/gs, (_, one: string) => String.fromCodePoint(PRIVATE_USE + one.charCodeAt(0)))
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replaceAll(/\([^()]*\)/g, '')
  }
  return plain
    .split(',')
    .some((selector) =>
      [...selector.matchAll(/\.([^\s.#:>+~*&]+)/g)].every(([, name = '']) =>
        classes.has(
          name.replaceAll(/[\ue000-\uf8ff]/g, (one) => String.fromCodePoint(one.charCodeAt(0) - PRIVATE_USE)),
        ),
      ),
    )
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

function classesOf(page: string): string[] {
  return [...page.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, value = '']) =>
    value.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? '').split(/\s+/),
  )
}
