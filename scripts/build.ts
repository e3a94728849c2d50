import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildWorker } from './build-worker.ts'
import { paintFrameFirst } from './first-paint.ts'
import { prerender } from './prerender.ts'

/**
 * Builds the web app into dist/web, prerenders its public pages, builds the service worker, and writes a Brotli and a gzip
 * copy of every compressible file.
 */

const OUT = path.resolve(import.meta.dirname, '../dist/web')
/** Everything else in the build (pictures, fonts) is already compressed. */
const COMPRESSIBLE = /\.(js|css|svg)$/

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${file}.br`, await toBrotli(bytes, { params }))
  await writeFile(`${file}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }))
}

await build({ configFile: path.resolve(import.meta.dirname, '../vite.config.ts'), logLevel: 'warn' })
await prerender(OUT)
const shell = path.join(OUT, 'index.html')
await writeFile(shell, paintFrameFirst(await readFile(shell, 'utf8')))
await buildWorker(OUT)
const entries = await readdir(OUT, { recursive: true, withFileTypes: true })
const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
await Promise.all(files.map((entry) => compress(path.join(entry.parentPath, entry.name))))
