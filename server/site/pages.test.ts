import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { USERNAME_PATTERN } from '#contract/accounts.ts'
import { isReservedUsername, PROBED_NAMES } from '#contract/reserved-usernames.ts'
import { DAY_MS } from '#contract/time.ts'
import { readConfig } from '#server/config.ts'
import { world } from '#tests/support/world.ts'
import { securityText } from './generated-files.ts'
import { isNotAPage } from './pages.ts'

const web_root = await mkdtemp(path.join(tmpdir(), 'loge-web-'))
afterAll(() => rm(web_root, { recursive: true, force: true }))
await mkdir(path.join(web_root, 'pages'))
const PRELOAD = '<link rel="modulepreload" crossorigin href="/assets/part.js">'
await writeFile(path.join(web_root, 'index.html'), `<!doctype html><html lang="en">${PRELOAD}<p>{{origin}} shell</p>`)
for (const [locale, words] of Object.entries({ en: 'The best seats', fr: 'Les meilleures places' })) {
  await writeFile(
    path.join(web_root, 'pages', `discover.${locale}.html`),
    `<!doctype html><html lang="${locale}"><link rel="canonical" href="{{origin}}/discover{{query}}"><h1>${words}</h1>`,
  )
}

const { app, ctx } = await world({ PUBLIC_URL: 'https://loge.example' }, { web_root })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('Prerendered pages', () => {
  it('A prerendered page is in the language of the reader', async () => {
    expect((await get('/discover')).body).toContain('The best seats')
    expect((await get('/discover', { 'accept-language': 'fr' })).body).toContain('Les meilleures places')
    expect((await get('/discover', { cookie: 'lang=fr' })).body).toContain('Les meilleures places')
    const asked = await get('/discover?lang=fr', { cookie: 'lang=en' })
    expect(asked.body).toContain('Les meilleures places')
    expect(asked.headers['content-language']).toBe('fr')
  })

  it('A prerendered page names its canonical address, with the language that the address names', async () => {
    const canonical = async (url: string, headers = {}) =>
      (await get(url, headers)).body.match(/canonical" href="([^"]*)"/)?.[1]
    expect(await canonical('/discover')).toBe('https://loge.example/discover')
    expect(await canonical('/discover', { 'accept-language': 'fr' })).toBe('https://loge.example/discover')
    expect(await canonical('/discover?lang=fr')).toBe('https://loge.example/discover?lang=fr')
    expect(await canonical('/discover?lang=xx"><script>')).toBe('https://loge.example/discover')
  })

  it('Search engines may index prerendered pages, and not the pages of the app', async () => {
    expect((await get('/discover')).headers['x-robots-tag']).toBeUndefined()
    expect((await get('/')).headers['x-robots-tag']).toBeUndefined()
    for (const url of ['/login', '/somebody', '/Discover/x', '/pages/discover']) {
      const { headers, body } = await get(url)
      expect(body, url).toContain('https://loge.example shell')
      expect(headers['x-robots-tag'], url).toBe('noindex')
    }
  })

  it('A prerendered page has one address: a trailing slash redirects there, and nowhere else', async () => {
    const { statusCode, headers } = await get('/discover/?lang=fr')
    expect(statusCode).toBe(308)
    expect(headers.location).toBe('/discover?lang=fr')
    for (const url of ['//elsewhere/', '/%2felsewhere/', '/nobody/', '//discover/']) {
      expect((await get(url)).headers.location, url).toBeUndefined()
    }
    expect((await get('//elsewhere.example/')).statusCode).toBe(404)
  })

  it('A prerendered page is sent in the best encoding that the browser accepts', async () => {
    const best = await get('/discover', { 'accept-encoding': 'gzip, deflate, br' })
    expect(best.headers['content-encoding']).toBe('br')
    expect(best.headers.vary).toContain('Accept-Encoding')
    expect(brotliDecompressSync(best.rawPayload).toString()).toContain('The best seats')
    const older = await get('/discover', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
    expect(older.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(older.rawPayload).toString()).toContain('The best seats')
    const plain = await get('/discover', { 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  it('A prerendered page is revalidated, and sent again when the language has changed', async () => {
    const etag = String((await get('/discover')).headers.etag)
    const again = await get('/discover', { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect((await get('/discover', { 'if-none-match': `"other", W/${etag}` })).statusCode).toBe(304)
    expect((await get('/discover', { 'if-none-match': etag, cookie: 'lang=fr' })).statusCode).toBe(200)
  })
})

describe('Pages of a service worker', () => {
  it('A page that a service worker asks for names no scripts to preload, and is the same otherwise', async () => {
    for (const url of ['/home', '/']) {
      const direct = await get(url)
      expect(direct.body).toContain(PRELOAD)
      const asked = await get(url, { 'service-worker-navigation-preload': 'true' })
      expect(asked.body).toBe(direct.body.replace(PRELOAD, ''))
      expect(asked.headers.etag).not.toBe(direct.headers.etag)
      expect(asked.headers.vary).toContain('service-worker-navigation-preload')
    }
  })
})

describe('Probed paths', () => {
  it.each([
    '/health',
    '/healthz',
    '/Healthz/',
    '/health/live',
    '/livez',
    '/readyz',
    '/metrics',
    '/metrics?x=1',
    '/status',
    '/server-status',
    '/actuator/health',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/wp-login.php',
    '/backup.zip',
    '/index.html',
    '/pages/discover.en.html',
    '/.well-known/change-password',
    '/.well-known/',
    '/.well-known/acme-challenge/x',
    '/security.txt',
  ])('The probed path %s is a 404, and not the page of the app', async (url) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      expect((await app.inject({ method, url })).statusCode, method).toBe(404)
    }
    const { body, headers } = await get(url, { accept: 'text/html' })
    expect(headers['content-type']).toContain('application/json')
    expect(body).not.toContain('shell')
  })

  it('The health checks are still served below the API', async () => {
    expect((await get('/api/health/live')).statusCode).toBe(200)
  })

  it('No possible username is answered with 404', () => {
    for (const name of ['amy', 'healthy', 'status-quo', 'creator']) expect(isNotAPage(`/${name}`), name).toBe(false)
  })

  it('The token of a decision is the only path with a dot that is a page', () => {
    const token = '019ba4d2-0000-7000-8000-000000000000.abcdefghijklmnopqrstuvwxyz_-ABCD'
    expect(isNotAPage(`/decisions/${token}`)).toBe(false)
    for (const other of [`/${token}`, `/decisions/${token}.js`, '/decisions/.env', `/decisions/${token}/x.js`])
      expect(isNotAPage(other), other).toBe(true)
    expect(PROBED_NAMES.filter((name) => !isReservedUsername(name))).toEqual([])
    expect(new RegExp(USERNAME_PATTERN).test('a.b')).toBe(false)
  })
})

describe('security.txt', () => {
  const linesOf = async (product: typeof app) => {
    const { statusCode, headers, body } = await product.inject({ url: '/.well-known/security.txt' })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    return body
  }

  it('security.txt names the contact, its expiry, the languages and its canonical address', async () => {
    const text = await linesOf(app)
    expect(text.endsWith('\n')).toBe(true)
    expect(text.trim().split('\n')).toEqual([
      'Contact: https://loge.example/contact-us',
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'Preferred-Languages: en, fr',
      'Canonical: https://loge.example/.well-known/security.txt',
    ])
    const ahead = Date.parse(text.match(/Expires: (.*)/)?.[1] ?? '') - ctx.now().getTime()
    expect(ahead).toBeGreaterThan(30 * DAY_MS)
    expect(ahead).toBeLessThan(365 * DAY_MS)
  })

  it.each([
    [{ CONTACT_EMAIL: 'The house <house@loge.example>' }, 'mailto:house@loge.example'],
    [{ CONTACT_EMAIL: 'house@loge.example', SECURITY_CONTACT: 'safe+1@loge.example' }, 'mailto:safe%2B1@loge.example'],
    [{ SECURITY_CONTACT: 'https://loge.example/report' }, 'https://loge.example/report'],
  ])('security.txt with %j names the contact %s', (env, contact) => {
    const text = securityText({ config: readConfig(env), origin: ctx.origin, now: ctx.now })
    expect(text).toContain(`Contact: ${contact}\n`)
  })
})

describe('Search engines', () => {
  it('Search engines find the public pages in both languages, and are kept away from the API', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers['content-type']).toContain('text/plain')
    expect(robots.body).toContain('Disallow: /api/')
    expect(robots.body).toContain('Sitemap: https://loge.example/sitemap.xml')
    const map = await get('/sitemap.xml')
    expect(map.headers['content-type']).toContain('application/xml')
    const addresses = [...map.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(addresses).toHaveLength(18)
    expect(addresses).toContain('https://loge.example/terms-of-service?lang=fr')
    expect(map.body.match(/hreflang="x-default"/g)).toHaveLength(18)
  })
})
