import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { LOCALE_PARAMETER, LOCALES } from '#contract/locales.ts'
import { escapeHtml, languageTags, metaTag } from '#server/html.ts'
import type { RenderedPage } from '#web/prerender.tsx'
import { withoutFirstStyles } from './first-paint.ts'
import { laterStyles, stylesOf } from './page-styles.ts'

/**
 * Prerenders the public pages as HTML into the folder `pages` of the web build, in both languages: index.html with the
 * rendered page in its root and with its meta tags. The server fills in two placeholders per request: `{{origin}}` is
 * the public URL, and `{{query}}` is the language parameter of the URL.
 */

const root = path.resolve(import.meta.dirname, '..')
const PROGRAM = path.join(root, 'dist/prerender')

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

export async function prerender(out: string): Promise<void> {
  const template = withoutFirstStyles(await readFile(path.join(out, 'index.html'), 'utf8'))
  const manifest: Manifest = JSON.parse(await readFile(path.join(out, '.vite/manifest.json'), 'utf8'))
  await mkdir(path.join(out, 'pages'))
  const pages = await renderPages()
  const styles = await splitStyles(out, manifest)
  const texts = pages.map((page) => fill(template, page, manifest))
  for (const [index, page] of pages.entries()) {
    const text = texts[index] ?? ''
    const inAllLanguages = texts.filter((_, other) => pages[other]?.path === page.path)
    await writeFile(
      path.join(out, 'pages', `${page.path.slice(1)}.${page.locale}.html`),
      // A page without the app never gets more than its first sheet, and its texts come from the server.
      page.parts.length === 0 ? text : await styles.split(text, page.path, inAllLanguages),
    )
  }
}

const STYLES = /<link rel="stylesheet"[^>]*>/

/** Gives a page a style sheet with its own rules, and the whole one for later: see scripts/page-styles.ts. */
async function splitStyles(out: string, manifest: Manifest) {
  const [file = ''] = manifest['index.html']?.css ?? []
  const css = await readFile(path.join(out, file), 'utf8')
  const later = await writeStyles('later', laterStyles(css))

  async function writeStyles(name: string, text: string): Promise<string> {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
    const address = `/assets/${name}-${hash}.css`
    await writeFile(path.join(out, address), text)
    return address
  }

  return {
    async split(page: string, at: string, inAllLanguages: string[]): Promise<string> {
      const first = await writeStyles(at.slice(1), stylesOf(css, inAllLanguages))
      return replaceOnce(
        page,
        STYLES,
        `<link rel="stylesheet" crossorigin href="${first}">\n    <link data-later="styles" crossorigin href="${later}">`,
      )
    },
  }
}

/** Builds the app for Node (SSR build) and runs it to render the pages. */
async function renderPages(): Promise<RenderedPage[]> {
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'prerender.tsx',
      outDir: PROGRAM,
      manifest: false,
      copyPublicDir: false,
      minify: false,
      // One file: the program has a top-level await, and a chunk that imports it back would wait for it (deadlock).
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const env = { ...process.env, NODE_ENV: 'production' }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [path.join(PROGRAM, 'prerender.js')], { env, maxBuffer: 2 ** 26 })
  await rm(PROGRAM, { recursive: true })
  return JSON.parse(stdout)
}

function fill(template: string, page: RenderedPage, manifest: Manifest): string {
  // React writes its preload links first; in the head the browser finds them even earlier.
  const [preloads = ''] = page.html.match(/^(<link[^>]*>)*/) ?? []
  const parts = [
    [/<html lang="[^"]*"/, `<html lang="${page.locale}"`],
    [/<!-- about -->.*<!-- \/about -->/s, aboutPage(page)],
    [/<script type="module".*<link rel="modulepreload"[^>]*>/s, laterScripts(page, manifest)],
    ['</head>', `${preloads}</head>`],
    // Removes the <noscript> of index.html. This comes before the page is inserted, which may contain one too.
    [/<noscript>.*?<\/noscript>\s*/s, ''],
    [
      '<div id="root"></div>',
      `<p id="no-app" role="alert" hidden>${escapeHtml(page.no_app)}</p>
    <div id="root">${page.html.slice(preloads.length)}</div>`,
    ],
  ] as const
  return parts.reduce((html, [from, to]) => replaceOnce(html, from, to), template)
}

function replaceOnce(text: string, from: string | RegExp, to: string): string {
  if (text.search(from) < 0) throw new Error(`index.html does not contain ${from}`)
  return text.replace(from, () => to)
}

function aboutPage({ path: at, locale, title, description }: RenderedPage): string {
  const address = `{{origin}}${at}`
  const alternate = (language: string, href: string) => `<link rel="alternate" hreflang="${language}" href="${href}">`
  return [
    `<title>${escapeHtml(title)}</title>`,
    metaTag('name', 'description', description),
    `<link rel="canonical" href="${address}{{query}}">`,
    ...LOCALES.map((other) => alternate(other, `${address}?${LOCALE_PARAMETER}=${other}`)),
    alternate('x-default', address),
    metaTag('property', 'og:site_name', 'Loge'),
    metaTag('property', 'og:type', 'website'),
    metaTag('property', 'og:title', title),
    metaTag('property', 'og:description', description),
    metaTag('property', 'og:url', `${address}{{query}}`),
    ...languageTags(locale),
    metaTag('property', 'og:image', `{{origin}}/og-${locale}.jpg`),
    metaTag('property', 'og:image:width', '1200'),
    metaTag('property', 'og:image:height', '630'),
    metaTag('name', 'twitter:card', 'summary_large_image'),
  ].join('\n    ')
}

/**
 * The page can be read without its scripts: `web/public/later.js` loads the app, and these chunks of it, after the
 * first paint.
 */
function laterScripts(page: RenderedPage, manifest: Manifest): string {
  const files = new Set<string>()
  const collect = (part: string) => {
    const chunk = manifest[part]
    if (!chunk) throw new Error(`The build manifest has no entry ${part}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  if (page.parts.length === 0) return ''
  for (const part of ['index.html', ...page.parts]) collect(part)
  const libraries = new Set(manifest['index.html']?.imports?.map((name) => manifest[name]?.file))
  return [
    '<script type="module" fetchpriority="low" src="/later.js"></script>',
    ...[...files].map(
      (file) => `<link data-later${libraries.has(file) ? '="libraries"' : ''} crossorigin href="/${file}">`,
    ),
  ].join('\n    ')
}
