import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Locale } from '#contract/accounts.ts'
import { LOCALE_PARAMETER } from '#contract/locales.ts'
import { PROBED_NAMES } from '#contract/reserved-usernames.ts'
import { escapeHtml } from '#server/html.ts'
import { tagOf } from '#server/http/entity-tag.ts'
import { readWeightedList } from '#server/http/weighted-list.ts'

/** A page, ready to be sent in each encoding. */
export interface Page {
  etag: string
  /** Prerendered, so search engines may index it. */
  is_public: boolean
  as: Record<Encoding, Buffer>
}
export type Encoding = 'br' | 'gzip' | 'identity'

export interface PageRequest {
  pathname: string
  locale: Locale
  /** The URL names the language. */
  names_locale: boolean
  /** Meta tags as HTML, for a page that is not prerendered. */
  head?: string | undefined
  /** The service worker asks for it, and will answer the requests of the page. */
  has_worker?: boolean
}

type Shell = Required<Pick<PageRequest, 'locale' | 'has_worker'>>

/** The size of the LRU cache for pages with their own meta tags. */
const HEADS_MAX = 200
/** The link to a statement of reasons; see `statementToken`. */
const DECISION_PAGE = /^\/decisions\/[0-9a-f-]{36}\.[\w-]{32}$/
const ABOUT = /<!-- about -->.*<!-- \/about -->/s
/** What loads the app of a prerendered page. The script that sets the theme stays. */
const APP_SCRIPTS = /<script type="module"[^>]*><\/script>\s*|<link data-later[^>]*>\s*/g
/**
 * A page of the service worker has its scripts from there, without a round trip. Chromium would load what is preloaded
 * twice, and warn of it: the preload can begin before the page knows its worker.
 */
const SCRIPT_PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g
const NOSCRIPT = /<noscript>.*?<\/noscript>/s
/** Brotli quality for cached pages, and for pages that are made during a request. */
const BEST_QUALITY = constants.BROTLI_MAX_QUALITY
const FAST_QUALITY = 4

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * The pages of the web build. Public pages were prerendered at build time in each language; all other paths get index.html,
 * the empty shell of the app. Placeholders for what only the running server knows are filled in here, once. The page of a
 * creator also gets meta tags, for link previews.
 */
export class Pages {
  readonly shell: string
  readonly #rendered: Map<string, string>
  readonly #origin: () => string
  readonly #ready = new Map<string, Promise<Page>>()
  readonly #withHead = new Map<string, Promise<Page>>()

  constructor(shell: string, rendered: Map<string, string>, origin: () => string) {
    this.shell = shell
    this.#rendered = rendered
    this.#origin = origin
  }

  static async read(web_root: string, origin: () => string): Promise<Pages> {
    const shell = await readFile(path.join(web_root, 'index.html'), 'utf8')
    const folder = path.join(web_root, 'pages')
    const names = await readdir(folder).catch(() => [])
    const rendered = names.map(
      async (name) => [name.replace(/\.html$/, ''), await readFile(path.join(folder, name), 'utf8')] as const,
    )
    return new Pages(shell, new Map(await Promise.all(rendered)), origin)
  }

  /** True for prerendered pages. */
  has(pathname: string): boolean {
    return this.#rendered.has(`${pathname.slice(1)}.en`)
  }

  /**
   * The text of a prerendered page without its scripts, for the answer to a form: the app would hydrate it as if nothing
   * had been sent. Undefined if the build has no such page.
   */
  textOf(pathname: string, locale: Locale): string | undefined {
    const html = this.#rendered.get(`${pathname.slice(1)}.${locale}`)
    return html && this.#fill(html).replaceAll(APP_SCRIPTS, '')
  }

  /** The empty shell, with something else for those who have no JavaScript. */
  shellWith(locale: Locale, noscript: string | undefined): string {
    const shell = this.#fill(this.shell.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`))
    return noscript === undefined ? shell : shell.replace(NOSCRIPT, () => `<noscript>${noscript}</noscript>`)
  }

  find({ pathname, locale, names_locale, head, has_worker = false }: PageRequest): Promise<Page> {
    const name = `${pathname.slice(1)}.${locale}`
    const html = this.#rendered.get(name)
    const shell = { locale, has_worker }
    if (html === undefined && head !== undefined) return this.#findWithHead(shell, head)
    const key = html === undefined ? shellKey(shell) : `${name}${names_locale ? ' named' : ''}`
    const known = this.#ready.get(key)
    if (known) return known
    const page = html === undefined ? this.#makeShell(shell) : this.#make(html, true, names_locale ? locale : undefined)
    this.#ready.set(key, page)
    return page
  }

  /** Cached by its content, so that a change makes a new page. */
  #findWithHead(shell: Shell, head: string): Promise<Page> {
    const key = `${shellKey(shell)} ${head}`
    const page = this.#withHead.get(key) ?? this.#makeShell(shell, head)
    this.#withHead.delete(key)
    this.#withHead.set(key, page)
    const [oldest] = this.#withHead.keys()
    if (oldest !== undefined && this.#withHead.size > HEADS_MAX) this.#withHead.delete(oldest)
    return page
  }

  #makeShell({ locale, has_worker }: Shell, head?: string): Promise<Page> {
    const text = has_worker ? this.shell.replaceAll(SCRIPT_PRELOADS, '') : this.shell
    const shell = this.#fill(text.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`))
    // User content is inserted last, so that placeholders in it are not filled.
    return head === undefined
      ? pack(shell, false, BEST_QUALITY)
      : pack(
          shell.replace(ABOUT, () => head),
          false,
          FAST_QUALITY,
        )
  }

  #make(html: string, is_public: boolean, named?: Locale): Promise<Page> {
    return pack(this.#fill(html, named), is_public, BEST_QUALITY)
  }

  #fill(html: string, named?: Locale): string {
    return html
      .replaceAll('{{origin}}', escapeHtml(this.#origin()))
      .replaceAll('{{query}}', named ? `?${LOCALE_PARAMETER}=${named}` : '')
  }
}

function shellKey({ locale, has_worker }: Shell): string {
  return `shell.${locale}${has_worker ? ' worker' : ''}`
}

async function pack(text: string, is_public: boolean, quality: number): Promise<Page> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [br, zipped] = await Promise.all([toBrotli(text, { params }), toGzip(text)])
  return { etag: tagOf(text), is_public, as: { br, gzip: zipped, identity: Buffer.from(text) } }
}

/** The smallest encoding that the client accepts. */
export function encodingFor(accepted?: string): Encoding {
  const offers = readWeightedList(accepted)
  const accepts = (name: Encoding) => offers.some(({ value, weight }) => value === name && weight > 0)
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}

/**
 * True for paths that are answered with 404 instead of the web app (SPA fallback). A monitor that requests `/healthz` must
 * not take a page for "healthy", and a cache must not store a page as a missing script. No page and no username contains a
 * dot, so this covers `/.env`, `/.git/config`, `/wp-login.php` and `/old.js`. Only the token of a decision has a dot.
 */
export function isNotAPage(pathname: string): boolean {
  const path = pathname.replaceAll(/%2e/gi, '.')
  if (DECISION_PAGE.test(path)) return false
  const first = path.split('/', 2)[1]?.toLowerCase() ?? ''
  return path.includes('.') || first === 'assets' || PROBED_NAMES.includes(first)
}
