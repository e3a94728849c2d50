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
}

/** The size of the LRU cache for pages with their own meta tags. */
const HEADS_MAX = 200
/** The link to a statement of reasons; see `statementToken`. */
const DECISION_PAGE = /^\/decisions\/[0-9a-f-]{36}\.[\w-]{32}$/
const ABOUT = /<!-- about -->.*<!-- \/about -->/s
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

  find({ pathname, locale, names_locale, head }: PageRequest): Promise<Page> {
    const name = `${pathname.slice(1)}.${locale}`
    const html = this.#rendered.get(name)
    if (html === undefined && head !== undefined) return this.#findWithHead(locale, head)
    const key = html === undefined ? `shell.${locale}` : `${name}${names_locale ? ' named' : ''}`
    const known = this.#ready.get(key)
    if (known) return known
    const page =
      html === undefined ? this.#makeShell(locale) : this.#make(html, true, names_locale ? locale : undefined)
    this.#ready.set(key, page)
    return page
  }

  /** Cached by its content, so that a change makes a new page. */
  #findWithHead(locale: Locale, head: string): Promise<Page> {
    const key = `${locale} ${head}`
    const page = this.#withHead.get(key) ?? this.#makeShell(locale, head)
    this.#withHead.delete(key)
    this.#withHead.set(key, page)
    const [oldest] = this.#withHead.keys()
    if (oldest !== undefined && this.#withHead.size > HEADS_MAX) this.#withHead.delete(oldest)
    return page
  }

  #makeShell(locale: Locale, head?: string): Promise<Page> {
    const shell = this.#fill(this.shell.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`))
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
