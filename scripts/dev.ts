import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { loadEnvFile } from '#server/config.ts'
import { findFreePort } from '#server/db/embedded/server-process.ts'

/**
 * `npm run dev`: serves the web app with hot reload on one port and proxies /api to the server, which is restarted when one
 * of its files changes.
 */

const root = path.resolve(import.meta.dirname, '..')
loadEnvFile()
const port = Number(process.env.PORT || 3000)
const SETTLE_MS = 100

// The server does not start without a built web app, even though Vite serves the app here.
if (!existsSync(path.join(root, 'dist/web/index.html'))) await import('./build.ts')

const apiPort = await findFreePort()
const web = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { port, strictPort: true, proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true } } },
})
await web.listen()
web.printUrls()

function startApi(): ChildProcess {
  // Links in mails must lead to the web app of this process. PUBLIC_URL would do that too, but it turns the demo off.
  return spawn(process.execPath, ['server/main.ts', `--origin=http://localhost:${port}`], {
    cwd: root,
    stdio: 'inherit',
    // The server gets its own process group. Otherwise Ctrl-C would reach it twice, and a second signal skips the
    // graceful shutdown.
    detached: true,
    env: { ...process.env, PORT: String(apiPort) },
  })
}

async function endApi(): Promise<void> {
  if (api.exitCode !== null || api.signalCode !== null) return
  const ended = once(api, 'exit')
  api.kill('SIGTERM')
  await ended
}

/** `node --watch` is not used: it may crash on SIGTERM and leave the server running. Restarts are debounced. */
let api = startApi()
let settling: NodeJS.Timeout | undefined
let restarting = Promise.resolve()

async function restart(): Promise<void> {
  await endApi()
  api = startApi()
}

for (const folder of ['server', 'contract']) {
  watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || !/\.(ts|sql)$/.test(file) || file.endsWith('.test.ts')) return
    clearTimeout(settling)
    settling = setTimeout(() => {
      restarting = restarting.then(restart)
    }, SETTLE_MS)
  })
}

async function end(): Promise<void> {
  clearTimeout(settling)
  await restarting
  await Promise.all([endApi(), web.close()])
  process.exit(0)
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
