import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
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
      'og:image': `https://loge.example/api${profile.profile_pic}/preview.jpg`,
      'og:image:width': '1000',
      'og:image:height': '1250',
    })
    expect(contentOf(body, 'og:image:type')).toBe('image/jpeg')
    expect(contentOf(body, 'description')).toBe('I paint velvet curtains.')
    expect(contentOf(body, 'twitter:card')).toBe('summary')
    // Only the card is public: the page itself is for members.
    expect(headers['x-robots-tag']).toBe('noindex')
    const picture = await app.inject(card['og:image']?.replace('https://loge.example', '') ?? '')
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 1250 })
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
    expect(first.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie, service-worker-navigation-preload')
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
      const { body } = await get(url)
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

describe('Addresses that lead nowhere', () => {
  it('A name that nobody has is a 404 with the app, and so is one of somebody who is no creator, frozen or leaving', async () => {
    const [mia, cold, gone] = [await member('mia'), await creator('cold'), await creator('gone')]
    await mia.ask('PUT', '/user', { username: 'mia' })
    for (const [person, username] of [
      [cold, 'cold'],
      [gone, 'gone'],
    ] as const) {
      await person.ask('PUT', '/user', { username })
      expect((await get(`/${username}`)).statusCode).toBe(200)
    }
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${cold.id}`
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${gone.id}`
    const unknown = await get('/nobody')
    for (const url of ['/nobody', '/NOBODY/', '/creator/nobody', '/mia', '/cold', '/creator/cold', '/gone?post=1']) {
      const { statusCode, body, headers } = await get(url)
      expect(statusCode, url).toBe(404)
      expect(body, url).toBe(unknown.body)
      expect(body).toContain('shell')
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
    }
    // A browser that has the shell already is told too.
    const etag = String(unknown.headers.etag)
    expect((await get('/nobody', { 'if-none-match': etag })).statusCode).toBe(404)
    expect((await get('/settings', { 'if-none-match': etag })).statusCode).toBe(304)
  })

  it('Paths of the app answer 200, in any letter case, and other deeper paths 404', async () => {
    const known = [
      '/',
      '/home',
      '/settings',
      '/Settings/Safety',
      '/conversations/1',
      '/admin/cases/1/',
      '/creator',
      '/docs',
    ]
    for (const url of [...known, '/decisions/x', '/newsletter/confirm?token=x', '/unsubscribe?token=x', '/Amy_Stage'])
      expect((await get(url)).statusCode, url).toBe(200)
    for (const url of [
      '/x/y/z',
      '/settings/nothing',
      '/Amy_Stage/posts',
      '/creator/a/b',
      '/a%20b',
      `/${'a'.repeat(31)}`,
    ])
      expect((await get(url)).statusCode, url).toBe(404)
  })
})

describe('Link previews of posts', () => {
  const card = (body: string) =>
    Object.fromEntries(
      ['og:type', 'og:title', 'og:description', 'og:url', 'og:image', 'twitter:card'].map((name) => [
        name,
        contentOf(body, name),
      ]),
    )

  it('The link to a public post becomes a large card with its picture and its words', async () => {
    const post = await amy.posts({
      description: 'Last run-through <before> the house opens.',
      file: await noisePicture({ width: 1300, height: 700 }),
    })
    const { body, statusCode } = await get(`/amy_stage?lang=en&post=${post.id}`)
    expect(statusCode).toBe(200)
    expect(card(body)).toEqual({
      'og:type': 'article',
      'og:title': 'A post by Amy_Stage',
      'og:description': 'Last run-through &lt;before&gt; the house opens.',
      'og:url': `https://loge.example/Amy_Stage?post=${post.id}`,
      'og:image': `https://loge.example/api${post.file}/preview.jpg`,
      'twitter:card': 'summary_large_image',
    })
    const picture = await app.inject(card(body)['og:image']?.replace('https://loge.example', '') ?? '')
    expect(picture.headers['content-type']).toBe('image/jpeg')
    const { width, height } = await sharp(picture.rawPayload).metadata()
    expect([width, height]).toEqual([1200, 646])
    expect(['og:image:width', 'og:image:height'].map((name) => contentOf(body, name))).toEqual(['1200', '646'])
    expect(contentOf(body, 'og:image:type')).toBe('image/jpeg')
  })

  it('A post that is protected, hidden, gone, of somebody else or made up gets the card of the creator', async () => {
    const other = await creator('other-author')
    const [locked, hidden, gone, theirs] = [
      await amy.posts({ protected: true, description: 'For subscribers' }),
      await amy.posts({ description: 'Hidden words' }),
      await amy.posts({ description: 'Deleted words' }),
      await other.posts({ description: 'Words of another' }),
    ]
    await ctx.db`update posts set hidden_at = ${ctx.now()} where id = ${hidden.id}`
    await amy.ask('DELETE', `/posts/${gone.id}`)
    const { body: plain } = await get('/Amy_Stage')
    for (const id of [locked.id, hidden.id, gone.id, theirs.id, crypto.randomUUID(), '1', "'--", ''])
      expect((await get(`/Amy_Stage?post=${encodeURIComponent(id)}`)).body, id).toBe(plain)
  })

  it('A post that becomes protected loses its card and its picture at once', async () => {
    const post = await amy.posts({ description: 'Open for a while' })
    const url = `/api${post.file}/preview.jpg`
    expect((await get(url)).statusCode).toBe(200)
    await amy.ask('PATCH', `/posts/${post.id}`, { protected: true })
    expect((await get(url)).statusCode).toBe(404)
    expect((await get(`/Amy_Stage?post=${post.id}`)).body).toBe((await get('/Amy_Stage')).body)
  })
})
