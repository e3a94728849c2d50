import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { loadEnvFile } from '#server/config.ts'
import { findFreePort } from '#server/db/server-process.ts'

/**
 * For development: the web app with hot reload on one port, and behind it, under /api, the server, which starts anew
 * when one of its files changes.
 */

const root = path.resolve(import.meta.dirname, '..')
loadEnvFile()
const port = Number(process.env.PORT || 3000)
const SETTLE_MS = 100

// The server does not start without a built web app, though nobody looks at it here.
if (!existsSync(path.join(root, 'dist/web/index.html'))) await import('./build.ts')

const apiPort = await findFreePort()
const web = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { port, strictPort: true, proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true } } },
})
await web.listen()
web.printUrls()

function startApi(): ChildProcess {
  // Links in mails lead to the web app of this process. PUBLIC_URL would say so too, but it turns the demo world off.
  return spawn(process.execPath, ['server/main.ts', `--origin=http://localhost:${port}`], {
    cwd: root,
    stdio: 'inherit',
    // In a group of its own: otherwise Ctrl-C would reach it twice, from the terminal and from us, which means "at once".
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

/** Not `node --watch`: it may fall over when it is told to end, and leave the server running. */
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
