import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { world } from '#tests/support/world.ts'
import { usernameIn } from './link-previews.ts'

const web_root = await mkdtemp(path.join(tmpdir(), 'loge-web-'))
afterAll(() => rm(web_root, { recursive: true, force: true }))
await mkdir(path.join(web_root, 'pages'))
await writeFile(
  path.join(web_root, 'index.html'),
  '<!doctype html><html lang="en"><head><!-- about --><title>Loge</title><!-- /about --></head><p>{{origin}} shell</p>',
)

const { app, ctx, creator, member } = await world({ PUBLIC_URL: 'https://loge.example' }, { web_root })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]

const amy = await creator('amy')
await amy.ask('PUT', '/user', { username: 'Amy_Stage' })
const { body: profile } = await amy.send('PUT', `/profiles/${amy.id}`, {
  bio: 'I paint\nvelvet curtains.',
  profile_pic: await noisePicture({ width: 1000, height: 1250 }),
})

describe('Link previews of creators', () => {
  it('The link to a creator becomes a card with their name, bio and portrait', async () => {
    const { statusCode, body, headers } = await get('/Amy_Stage')
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Amy_Stage · Loge</title>')
    expect(body).toContain('<link rel="canonical" href="https://loge.example/Amy_Stage">')
    expect(body).toContain('https://loge.example shell')
    const card = Object.fromEntries(
      ['og:type', 'og:title', 'og:description', 'og:url', 'og:image', 'og:image:width', 'og:image:height'].map(
        (name) => [name, contentOf(body, name)],
      ),
    )
    expect(card).toEqual({
      'og:type': 'profile',
      'og:title': 'Amy_Stage',
      'og:description': 'I paint velvet curtains.',
      'og:url': 'https://loge.example/Amy_Stage',
      'og:image': `https://loge.example/api${profile.profile_pic}?w=960`,
      'og:image:width': '960',
      'og:image:height': '1200',
    })
    expect(contentOf(body, 'description')).toBe('I paint velvet curtains.')
    expect(contentOf(body, 'twitter:card')).toBe('summary')
    // Only the card is public: the page itself is for members.
    expect(headers['x-robots-tag']).toBe('noindex')
    const picture = await app.inject(card['og:image']?.replace('https://loge.example', '') ?? '')
    expect(picture.statusCode).toBe(200)
    expect((await get('/robots.txt')).body).toContain('Allow: /api/media/')
  })

  it('A link preview names the present address, for any spelling and for former names', async () => {
    await amy.ask('PUT', '/user', { username: 'amy_before' })
    await amy.ask('PUT', '/user', { username: 'Amy_Stage' })
    for (const url of [
      '/amy_stage',
      '/AMY_STAGE/',
      '/creator/amy_stage',
      '/amy_before',
      '/creator/Amy_Before?post=1',
    ]) {
      expect(contentOf((await get(url)).body, 'og:url'), url).toBe('https://loge.example/Amy_Stage')
    }
  })

  it('A link preview follows changes of the profile, and the browser revalidates it', async () => {
    const first = await get('/Amy_Stage')
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(first.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie')
    expect((await get('/Amy_Stage', { 'if-none-match': etag })).statusCode).toBe(304)
    await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'I paint boxes.' })
    const second = await get('/Amy_Stage', { 'if-none-match': etag, 'accept-encoding': 'br' })
    expect(second.statusCode).toBe(200)
    expect(contentOf(brotliDecompressSync(second.rawPayload).toString(), 'og:description')).toBe('I paint boxes.')
  })

  it('Markup in a bio is escaped in the link preview', async () => {
    const bio = `"><script>alert(1)</script><meta http-equiv="refresh" content="0;url=//evil"> {{origin}} $& $1 <!-- /about -->`
    await amy.send('PUT', `/profiles/${amy.id}`, { bio })
    const { body } = await get('/Amy_Stage')
    expect(body).not.toContain('<script>')
    expect(body).not.toContain('<meta http-equiv')
    expect(contentOf(body, 'og:description')).toBe(
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;meta http-equiv=&quot;refresh&quot; content=&quot;0;url=//evil&quot;&gt; {{origin}} $&amp; $1 &lt;!-- /about --&gt;',
    )
  })

  it('The text of a link preview is short, and cut between words', async () => {
    await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'velvet '.repeat(200) })
    const description = contentOf((await get('/Amy_Stage')).body, 'og:description') ?? ''
    expect(description).toMatch(/velvet…$/)
    expect(description.length).toBeLessThanOrEqual(200)
    await amy.send('PUT', `/profiles/${amy.id}`, { bio: '🎭'.repeat(300) })
    expect([...(contentOf((await get('/Amy_Stage')).body, 'og:description') ?? '')]).toHaveLength(200)
  })

  it('A link preview has a text in the reader’s language where there is no bio, and the logo where there is no picture', async () => {
    const ben = await creator('ben')
    await ben.ask('PUT', '/user', { username: 'ben' })
    const card = async (headers: Record<string, string>) => (await get('/ben', headers)).body
    expect(contentOf(await card({}), 'og:description')).toBe('ben publishes pictures and stories on Loge.')
    const french = await card({ 'accept-language': 'fr' })
    expect(contentOf(french, 'og:description')).toBe('ben publie des photos et des stories sur Loge.')
    expect(contentOf(french, 'og:locale')).toBe('fr_FR')
    expect(french).toContain('<html lang="fr"')
    expect(contentOf(french, 'og:image')).toBe('https://loge.example/og-fr.jpg')
  })

  it('A link preview never shows a protected picture, nor the path of any post', async () => {
    const { file } = await amy.posts({ protected: true })
    const { file: open } = await amy.posts()
    const { body } = await get('/Amy_Stage')
    expect(body).not.toContain(file)
    expect(body).not.toContain(open)
  })
})

describe('Pages without a link preview', () => {
  it('A member without a profile, an unknown name and a path of the app have no link preview', async () => {
    const carl = await member('carl')
    await carl.ask('PUT', '/user', { username: 'carl' })
    for (const url of ['/carl', '/nobody', '/settings', '/creator', '/creator/a/b', '/a%00b', "/'--", '/..']) {
      const { statusCode, body } = await get(url)
      expect(statusCode, url).toBe(200)
      expect(body, url).toContain('<title>Loge</title>')
      expect(body, url).not.toContain('og:')
    }
    expect(usernameIn('/Settings')).toBeUndefined()
    expect(usernameIn('/creator/settings')).toBe('settings')
    expect(usernameIn(`/${'a'.repeat(31)}`)).toBeUndefined()
  })

  it('The page opens without a link preview while the database is away', async () => {
    const db = ctx.db
    const away = vi.fn(async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    ctx.db = away as unknown as typeof db
    const { statusCode, body } = await get('/Amy_Stage')
    ctx.db = db
    expect(away).toHaveBeenCalled()
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Loge</title>')
  })
})
