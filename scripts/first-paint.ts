import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * The first paint of a member. The frame in index.html needs a few rules only, so they are a small file of their own,
 * and the style sheet of the app does not hold up the paint: it comes after the frame.
 */

const styles = path.resolve(import.meta.dirname, '../web/styles')
const NAME = 'first-frame.css'
/** The order of the layers in the style sheet of the app. The file that comes first decides it for both. */
const LAYERS = '@layer properties,theme,base,components,utilities;'

/** Adds the small style sheet to the build, and links it in the page. */
export function firstPaint(): Plugin {
  return {
    name: 'loge:first-paint',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildStart() {
      this.emitFile({ type: 'asset', name: NAME, source: firstStyles() })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.names.includes(NAME))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', 'data-first': '', href: `/${file.fileName}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

/** On a first visit the display font and the folds of curtains would take the turn of the pictures in view. */
const LATER =
  '[data-first-view]{--font-display:"Fraunces Georgia","Fraunces Times",serif}[data-first-view] .first-header{font-family:var(--font-display)}[data-first-view] .curtain-stage::before,[data-first-view] .curtain-stage::after{background-image:none}'
/** Preloaded for the pages that visitors read: members see it in a word of the header. */
const DISPLAY_FONT = /\s*<link rel="preload" as="font"[^>]*\/fraunces-[^>]*>/

/** The rules of the frame, with the tokens that they use, in both themes. */
function firstStyles(): string {
  const rules = read(NAME)
  const tokens = read('tokens.css')
  const [light = '', dark = ''] = tokens.split('[data-theme="dark"]')
  const used = new Set(rules.match(/--(?:color|radius)-[\w-]+/g) ?? [])
  const values = (source: string) =>
    [...used].flatMap((name) => source.match(new RegExp(`${name}: [^;]+;`))?.[0] ?? []).join('')
  const text = `${LAYERS}@layer theme{:root{${values(light)}color-scheme:light}@media screen{[data-theme="dark"]{${values(dark)}color-scheme:dark}}}${rules}${LATER}`
  return text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' ')
}

function read(name: string): string {
  return readFileSync(path.join(styles, name), 'utf8')
}

const FIRST_LINK = /\s*<link rel="stylesheet" data-first[^>]*>/
const APP_LINK = /\s*<link rel="stylesheet" crossorigin[^>]*>/
const ROOT = '<div id="root"></div>'

/**
 * The shell: its style sheet comes after the frame, which is painted while the browser waits for it, and the display font
 * is not preloaded.
 */
export function paintFrameFirst(page: string): string {
  const [link] = page.match(APP_LINK) ?? []
  if (!link || !page.includes(ROOT)) throw new Error('index.html has no style sheet or no root')
  return page
    .replace(DISPLAY_FONT, '')
    .replace(link, '')
    .replace(ROOT, () => `${link.trim()}\n    ${ROOT}`)
}

/** A prerendered page needs the style sheet of the app for its first paint, and has all rules with it. */
export function withoutFirstStyles(page: string): string {
  return page.replace(FIRST_LINK, '')
}
