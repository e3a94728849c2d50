import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { world } from '#tests/support/world.ts'
import { pagePolicy } from './security-headers.ts'

const INLINE_SCRIPT = '\n  document.title = "theme"\n'
const web_root = await mkdtemp(path.join(tmpdir(), 'loge-web-'))
afterAll(() => rm(web_root, { recursive: true, force: true }))
await mkdir(path.join(web_root, 'assets'))
await mkdir(path.join(web_root, '.vite'))
await writeFile(
  path.join(web_root, 'index.html'),
  `<!doctype html><html lang="en"><head><script>${INLINE_SCRIPT}</script><script type="module" src="/assets/a.js"></script></head></html>`,
)
await writeFile(path.join(web_root, 'assets/a-1234.js'), 'export {}\n'.repeat(100))
await writeFile(path.join(web_root, 'assets/a-1234.js.br'), 'compressed')
await writeFile(path.join(web_root, 'favicon.svg'), '<svg/>')
await writeFile(path.join(web_root, 'sw.js'), 'self')
await writeFile(path.join(web_root, '.vite/manifest.json'), '{}')

const { app, visitor } = await world(
  { ALLOWED_ORIGINS: 'https://friend.example', PUBLIC_URL: 'https://loge.example' },
  { web_root },
)

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('The page of the web app', () => {
  it.each([
    ['a page', 200, ['/', '/discover', '/conversations/12?x=1', '//']],
    ['nothing', 404, ['/somebody', '/a/b/c', '//[', '//:x?lang=fr']],
  ])(
    'A path that leads to %s is answered with the page and %i, which is revalidated each time',
    async (_, status, urls) => {
      for (const url of urls) {
        const { statusCode, headers, body } = await get(url)
        expect(statusCode, url).toBe(status)
        expect(headers['content-type']).toBe('text/html; charset=utf-8')
        expect(headers['cache-control']).toBe('no-cache')
        expect(body).toContain('<html')
      }
    },
  )

  it('The page may run its own scripts and its one inline script, and no other inline code', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const hash = createHash('sha256').update(INLINE_SCRIPT).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).not.toContain('unsafe')
    for (const part of [
      "default-src 'none'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      // Registering the service worker needs a policy: this one, which knows one script.
      'trusted-types worker',
      "worker-src 'self'",
    ]) {
      expect(policy).toContain(part)
    }
  })

  it('The page may show its own pictures, and those of the bucket where there is one', async () => {
    const config = readConfig({})
    expect(pagePolicy(config, [])).toContain("img-src 'self' blob:;")
    const s3 = {
      endpoint: 'https://s3.example:9000/x',
      bucket: 'b',
      region: 'r',
      access_key_id: 'k',
      secret_access_key: 's',
    }
    expect(pagePolicy({ ...config, s3 }, [])).toContain("img-src 'self' blob: https://s3.example:9000;")
    expect(pagePolicy({ ...config, s3 }, [])).toContain("connect-src 'self';")
  })

  // Spec 1.31
  it('The page has the language of the address, else of the cookie, else of the browser, else English', async () => {
    const language = async (url: string, headers = {}) => {
      const reply = await get(url, headers)
      expect(reply.headers.vary).toContain('Accept-Language')
      return reply.body.match(/<html lang="(\w+)"/)?.[1]
    }
    expect(await language('/')).toBe('en')
    expect(await language('/', { 'accept-language': 'de, fr;q=0.8, en;q=0.2' })).toBe('fr')
    expect(await language('/', { 'accept-language': 'fr', cookie: 'a=b; lang=en' })).toBe('en')
    expect(await language('/?lang=fr', { cookie: 'lang=en' })).toBe('fr')
    expect(await language('/?lang=xx"><script>', { cookie: 'lang=<script>' })).toBe('en')
  })

  it('Every answer forbids referrers, frames and content sniffing, and asks for TLS where the product has it', async () => {
    for (const url of ['/', '/api/health/live', '/assets/a-1234.js', '/api/%E0%A4%A']) {
      expect((await get(url)).headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
    }
  })
})

describe('Assets', () => {
  it('Assets with a hash in their name are cached for ever and sent compressed', async () => {
    const { headers, body } = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip, br' })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe('br')
    expect(headers['content-type']).toContain('javascript')
    expect(body).toBe('compressed')
  })

  it('The service worker is asked for each time, and may fetch what its pages may; without one there is a 404', async () => {
    const { headers } = await get('/sw.js')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect((await get('/sw-gone.js')).statusCode).toBe(404)
  })

  it('Missing assets are a 404, never the page', async () => {
    expect((await get('/assets/gone-1234.js')).statusCode).toBe(404)
  })

  it('Files outside the folder, and the manifest of the build, cannot be fetched', async () => {
    for (const url of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/.vite/manifest.json',
    ]) {
      const { body } = await get(url)
      expect(body, url).not.toContain('"name"')
      expect(body, url).not.toBe('{}')
    }
  })
})

describe('Other origins', () => {
  const preflight = (origin: string) =>
    app.inject({ method: 'OPTIONS', url: '/api/user', headers: { origin, 'access-control-request-method': 'PUT' } })

  it('An origin that is not allowed gets no permission', async () => {
    const reply = await preflight('https://stranger.example')
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    const answer = await visitor.ask('GET', '/health/live', undefined, {
      headers: { origin: 'https://stranger.example' },
    })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('An allowed origin may call the API and read the token of an answer', async () => {
    expect((await preflight('https://friend.example')).headers['access-control-allow-origin']).toBe(
      'https://friend.example',
    )
    const { headers } = await visitor.ask('GET', '/health/live', undefined, {
      headers: { origin: 'https://friend.example' },
    })
    expect(headers['access-control-allow-origin']).toBe('https://friend.example')
    expect(headers['access-control-expose-headers']).toContain('Authorization')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })
})
