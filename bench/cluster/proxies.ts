import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../server/db/embedded/server-process.ts'
import { REPOSITORY_ROOT } from '../../tests/support/repository-root.ts'

/** A reverse proxy with one of the configuration files of the repository, in which only addresses and TLS are replaced. */
export interface ReverseProxy {
  url: string
  stop(): Promise<void>
}

const START_MS = 10_000

/** Starts nginx in front of the addresses (`127.0.0.1:3000`). */
export async function startNginx(upstreams: string[], text = readShipped('deploy/nginx.conf')): Promise<ReverseProxy> {
  const port = await findFreePort()
  return await startProxy(port, (folder) => {
    const config = join(folder, 'nginx.conf')
    writeFileSync(config, nginxConfig(text, { folder, port, upstreams }))
    // Started by root, nginx would use another user, who may not enter the folder.
    const directives = process.getuid?.() === 0 ? 'daemon off; user root;' : 'daemon off;'
    return spawn('nginx', ['-p', folder, '-c', config, '-g', directives], { stdio: ['ignore', 'pipe', 'pipe'] })
  })
}

/** Starts Caddy in front of the addresses. Everything that has to be replaced is a variable of its file. */
export async function startCaddy(upstreams: string[], text = readShipped('Caddyfile')): Promise<ReverseProxy> {
  const port = await findFreePort()
  const media_port = await findFreePort()
  return await startProxy(port, (folder) => {
    const config = join(folder, 'Caddyfile')
    writeFileSync(config, text.replace('{\n', '{\n\tadmin off\n'))
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      DOMAIN: `http://127.0.0.1:${port}`,
      MEDIA_DOMAIN: `http://127.0.0.1:${media_port}`,
      LOGE: upstreams.join(' '),
    }
    return spawn('caddy', ['run', '--config', config], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  })
}

export function readShipped(path: string): string {
  return readFileSync(join(REPOSITORY_ROOT, path), 'utf8')
}

/** The shipped file on one plain HTTP port of this machine, with its files in a folder of its own. */
function nginxConfig(text: string, { folder, port, upstreams }: { folder: string; port: number; upstreams: string[] }) {
  const servers = upstreams.map((upstream) =>
    text.match(/^ *server [\w.-]+:\d+ .*$/m)?.[0].replace(/[\w.-]+:\d+/, upstream),
  )
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return text
    .replace(/(^ *server [\w.-]+:\d+ .*\n)+/m, `${servers.join('\n')}\n`)
    .replace(/^pid .*$/m, '')
    .replace('/var/cache/nginx/loge', `${folder}/pictures`)
    .replace(/^http \{$/m, `pid ${folder}/pid;\nhttp {\n${folders.join('\n')}`)
    .replace(/^ *# Redirect to TLS\n *server \{\n(.*\n)*? {2}\}\n/m, '')
    .replaceAll(/^ *(listen \[|ssl_|http2).*$/gm, '')
    .replace(/listen 443 [^;]*;/, `listen 127.0.0.1:${port};`)
}

async function startProxy(port: number, start: (folder: string) => ChildProcess): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-proxy-'))
  const child = start(folder)
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = once(child, 'exit')

  async function stop(): Promise<void> {
    process.off('exit', killWithUs)
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }

  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + START_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`The proxy did not start:\n${printed}`)
    }
    await setTimeout(50)
  }
  return { url, stop }
}

async function answers(url: string): Promise<boolean> {
  return await fetch(`${url}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )
}
