import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { world } from '#tests/support/world.ts'

const web_root = await mkdtemp(path.join(tmpdir(), 'loge-web-'))
afterAll(() => rm(web_root, { recursive: true, force: true }))
await mkdir(path.join(web_root, 'pages'))
await writeFile(
  path.join(web_root, 'index.html'),
  '<html lang="en"><div id="root"></div><noscript><p>{{origin}} needs JavaScript</p></noscript><template id="no-start"></template></html>',
)
const FORM = `<html><script type="module" src="/later.js"></script><link data-later href="/x.js"><div id="root">
<div id="problems" data-problem="any" hidden="">Look</div><ul>
${[
  'urls_required',
  'reason_required',
  'explanation_required',
  'name_required',
  'email_required',
  'email_format',
  'good_faith_required',
  'form_rate_limited',
  'form_failed',
]
  .map((name) => `<li data-problem="${name}" hidden="">${name}</li>`)
  .join('')}</ul>
<textarea id="urls" name="urls"></textarea><input type="radio" name="reason" value="minor"/><input type="radio" name="reason" value="other"/>
<textarea name="explanation"></textarea><input type="text" name="name"/><input type="email" name="email"/>
<input type="checkbox" name="good_faith" value="true"/><input type="text" name="website"/></div><template id="no-start"></template></html>`
const RECEIPT = `<html><div id="root">{{number}} {{received}} {{reason}}<p data-part="state_received" hidden="">with us</p>
<p data-part="state_acted" hidden="">acted</p><p data-part="from" hidden="">{{from}}</p><p data-part="about" hidden="">{{about}}</p>
<p data-part="email" hidden="">{{email}}</p><p data-part="no_email" hidden="">keep it</p>
<a data-part="token" hidden="" href="/report-content/{{token}}">follow</a></div><template id="no-start"></template></html>`
for (const locale of ['en', 'fr']) {
  await writeFile(path.join(web_root, `pages/report-content.${locale}.html`), `${FORM} ${locale}`)
  await writeFile(path.join(web_root, `pages/report-content.receipt.${locale}.html`), `${RECEIPT} ${locale}`)
}

const { app, ctx, passes } = await world({ PUBLIC_URL: 'https://loge.example', RATE_LIMITS: 'on' }, { web_root })
const NOTICE = {
  urls: 'https://elsewhere.example/1\r\n\r\nhttps://elsewhere.example/2',
  reason: 'other',
  explanation: 'Not there',
  name: 'Jeanne',
  email: 'jeanne@example.org',
  good_faith: 'true',
}

let count = 0
async function post(form: Record<string, string> | string, headers: Record<string, string> = {}) {
  passes(1)
  count += 1
  const reply = await app.inject({
    method: 'POST',
    url: '/report-content',
    payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    remoteAddress: `10.1.${count >> 8}.${count & 255}`,
  })
  const shown = [...reply.body.matchAll(/data-(?:problem|part)="(\w+)"(?! hidden)/g)].map(([, name]) => name)
  return { status: reply.statusCode, body: reply.body, headers: reply.headers, shown }
}

const stored = async () => await ctx.db`select * from content_notices order by number`

describe('A refused notice without JavaScript', () => {
  it('A form that is empty says everything that is missing, and stores nothing', async () => {
    const { status, shown, body, headers } = await post('')
    expect(status).toBe(422)
    expect(headers['content-type']).toContain('text/html')
    expect(shown).toEqual([
      'any',
      'urls_required',
      'reason_required',
      'explanation_required',
      'name_required',
      'email_required',
      'good_faith_required',
    ])
    expect(body).toContain('name="email" aria-invalid="true"')
    expect(await stored()).toEqual([])
  })

  it('What was typed stays in the form, as text and not as markup', async () => {
    const evil = '</textarea><script>alert(1)</script> {{origin}} $& data-problem="any" hidden=""'
    const { status, body, shown } = await post({ ...NOTICE, explanation: evil, name: `"><b>${evil}`, email: 'nobody' })
    expect(status).toBe(422)
    expect(shown).toContain('email_format')
    expect(shown).not.toContain('name_required')
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('<b>')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{origin}} $&amp;')
    expect(body).toContain('https://elsewhere.example/1\nhttps://elsewhere.example/2</textarea>')
    expect(body).toContain('value="other" checked=""/>')
    expect(body).not.toContain('value="minor" checked')
    expect(body).toContain('name="good_faith" value="true" checked=""/>')
  })

  it('The app is not started on the answer, and nobody caches or indexes it', async () => {
    const { body, headers } = await post({ ...NOTICE, name: '' })
    expect(body).not.toContain('later')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(headers['content-security-policy']).toContain("form-action 'self'")
  })

  it.each([
    ['a form on a page of somebody else', NOTICE, { origin: 'https://evil.example' }, 403],
    ['a form that the browser calls foreign', NOTICE, { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['a form that is too large', { ...NOTICE, explanation: 'x'.repeat(70_000) }, {}, 413],
    ['a body that is no form', '{}', { 'content-type': 'text/plain' }, 415],
  ])('For %s there is a page that says it was not sent', async (_, form, headers, expected) => {
    const { status, shown } = await post(form, headers as Record<string, string>)
    expect(status).toBe(expected)
    expect(shown).toEqual(['any', 'form_failed'])
    expect(await stored()).toEqual([])
  })

  it('The sixth notice with one address within an hour is refused with a page, and keeps its words', async () => {
    for (let index = 0; index < 5; index += 1)
      expect((await post({ ...NOTICE, email: 'many@example.org', explanation: `Number ${index}` })).status).toBe(201)
    const { status, shown, body, headers } = await post({ ...NOTICE, email: 'many@example.org', explanation: 'Again' })
    expect(status).toBe(429)
    expect(headers['retry-after']).toBeDefined()
    expect(shown).toEqual(['any', 'form_rate_limited'])
    expect(body).toContain('Again</textarea>')
  })
})

describe('A notice without JavaScript', () => {
  it.each([
    ['en', '1 March 2026', 'Something else illegal'],
    ['fr', '1er mars 2026', 'Autre chose d’illégal'],
  ])('The answer to a notice is its receipt (%s)', async (lang, day, reason) => {
    const { status, body, shown } = await post(
      { ...NOTICE, explanation: lang, lang, name: 'Jeanne <3' },
      { origin: 'null' },
    )
    expect(status).toBe(201)
    const last = (await stored()).at(-1)
    expect(last).toMatchObject({ locale: lang, name: 'Jeanne <3' })
    expect(last?.urls).toEqual(['https://elsewhere.example/1', 'https://elsewhere.example/2'])
    for (const text of [last?.number, day, reason, 'Jeanne &lt;3', 'elsewhere.example/1 + 1', 'jeanne@example.org'])
      expect(body).toContain(text)
    expect(shown).toEqual(['state_received', 'from', 'about', 'email', 'token'])
    expect(body.trimEnd().endsWith(lang)).toBe(true)
  })

  it('Sent again by a reload, it is the same notice', async () => {
    const first = await post({ ...NOTICE, explanation: 'Reloaded' })
    const before = (await stored()).length
    const second = await post({ ...NOTICE, explanation: 'Reloaded' })
    expect(second.body).toBe(first.body)
    expect(await stored()).toHaveLength(before)
  })

  it('A notice about somebody under 18 needs no name, and its receipt says to keep the link', async () => {
    const { status, shown } = await post({ ...NOTICE, reason: 'minor', name: '', email: '' })
    expect(status).toBe(201)
    expect(shown).toEqual(['state_received', 'about', 'no_email', 'token'])
  })

  it('A bot that fills in the hidden field gets a receipt, and nothing is stored', async () => {
    const before = (await stored()).length
    expect((await post({ ...NOTICE, website: 'spam' })).status).toBe(201)
    expect(await stored()).toHaveLength(before)
  })

  it('The link of the receipt leads to the app, with the state of the notice for those without JavaScript', async () => {
    const { body } = await post({ ...NOTICE, explanation: 'Followed' })
    const link = /href="(\/report-content\/[^"]+)"/.exec(body)?.[1] ?? ''
    const number = (await stored()).at(-1)?.number
    await ctx.db`update content_notices set decided_at = ${ctx.now()}, outcome = 'acted' where number = ${number}`
    const page = await app.inject({ url: link })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<div id="root"></div>')
    const noscript = /<noscript>(.*)<\/noscript>/s.exec(page.body)?.[1] ?? ''
    expect(noscript).toContain(number)
    expect(noscript).toContain('data-part="state_acted">')
    expect(noscript).toContain('data-part="state_received" hidden="">')
    const unknown = await app.inject({ url: '/report-content/unknown.token' })
    expect(unknown.body).toContain('https://loge.example needs JavaScript')
  })
})
