import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { LOCALES } from '#contract/locales.ts'

/**
 * Builds the service worker into `sw.js` beside the web build, with the list of the files that a page of members starts
 * with. Whoever installs the worker keeps them, so that the app starts without a network.
 */

const root = path.resolve(import.meta.dirname, '..')
/** The first page of members, and what it loads a moment later: the toasts, and what notices that the network is back. */
const PARTS = [
  'index.html',
  'app/member-pages.tsx',
  'app/live-watches.tsx',
  'features/posts/feed/saved-posts.tsx',
  'ui/overlays/toasts.tsx',
  ...LOCALES.flatMap((locale) => [`locales/${locale}/common.ts`, `locales/${locale}/members.ts`]),
]

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

export async function buildWorker(out: string): Promise<void> {
  const page = await readFile(path.join(out, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(path.join(out, '.vite/manifest.json'), 'utf8'))
  const files = new Set([...filesOf(manifest), ...filesIn(page)])
  const entry = `/${chunkOf(manifest, 'index.html').file}`
  const version = createHash('sha256')
    .update(page)
    .update(JSON.stringify([...files]))
    .digest('hex')
    .slice(0, 12)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { SHELL: JSON.stringify({ version, entry, files: [...files] }) },
    build: {
      outDir: out,
      emptyOutDir: false,
      rolldownOptions: {
        input: path.join(root, 'web/sw/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

function chunkOf(manifest: Manifest, part: string): Chunk {
  const chunk = manifest[part]
  if (!chunk) throw new Error(`The build manifest has no entry ${part}`)
  return chunk
}

/** The scripts of these parts with all that they import, and the style sheet. */
function filesOf(manifest: Manifest): string[] {
  const files = new Set<string>()
  const collect = (part: string) => {
    const { file, imports = [], css = [] } = chunkOf(manifest, part)
    if (files.has(`/${file}`)) return
    for (const name of [file, ...css]) files.add(`/${name}`)
    for (const imported of imports) collect(imported)
  }
  for (const part of PARTS) collect(part)
  return [...files]
}

/** The files that the page itself names, such as its fonts. */
function filesIn(page: string): string[] {
  return [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
}
