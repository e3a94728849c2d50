import { describe, expect, it } from 'vitest'
import { CASE_REASONS } from '#contract/cases.ts'
import { DAY_MS } from '#contract/time.ts'
import { NOBODY, world } from '#tests/support/world.ts'

const { ctx, visitor, creatorNamed, member, staff, passes, logs, subscribe, anotherDevice } = await world({
  STAFF_SECOND_FACTOR: 'optional',
  PUBLIC_URL: 'https://loge.example',
  STORY_AUTHORS: 'creator',
})
const NOTICE = {
  urls: ['https://elsewhere.example/picture'],
  reason: 'non_consensual',
  explanation: 'It is me in this picture, and I never agreed.',
  name: 'Jeanne Arnaud',
  email: 'jeanne@example.org',
  good_faith: true,
}

/** Gives each notice one millisecond after the one before it. */
function give(body: unknown, language = 'en') {
  passes(1)
  return visitor.ask('POST', '/content_notices', body, { headers: { 'accept-language': language } })
}

await staff('mia', 'moderator')
/** Signs in anew, because a session may have ended meanwhile. */
const askStaff = async (path: string) => await (await anotherDevice('mia')).ask('GET', path)

const notices = () => ctx.db`select * from content_notices order by number`
const casesOf = (token: string) => ctx.db`
  select c.kind, c.object_id, c.subject_id, c.severity, c.evidence, c.source_key, r.reporter_id, r.reason, r.description
  from case_reports r join cases c on c.id = r.case_id
  where r.content_notice_id = ${token.split('.')[0] ?? ''} order by c.kind`

describe('Refused notices', () => {
  it.each([
    ['with no body', undefined],
    ['with an empty object', {}],
    ['with a list for a body', [NOTICE]],
    ['with malformed JSON', '{"urls": ['],
  ])('A notice %s is refused', async (_, body) => {
    expect([400, 422]).toContain((await give(body)).status)
  })

  it.each<[string, unknown]>([
    ...['urls', 'reason', 'explanation', 'name', 'email', 'good_faith'].flatMap((field) =>
      [undefined, null, '', '  \t ', 7, {}, ['']].map((value): [string, unknown] => [field, value]),
    ),
    ['urls', []],
    ['urls', Array.from({ length: 11 }, (_, index) => `https://elsewhere.example/${index}`)],
    ['urls', ['x'.repeat(2001)]],
    ['urls', [7]],
    ['reason', 'Inapropriate content'],
    ['explanation', '\u200b\u200d'],
    ['explanation', 'x'.repeat(5001)],
    ['name', 'x'.repeat(201)],
    ['email', 'nobody'],
    ['email', 'amy@example.com, bob@example.com'],
    ['email', 'amy@example.com\nBcc: bob@example.com'],
    ['good_faith', false],
    ['good_faith', 'true'],
    ['website', 7],
  ])('A notice with the %s %j is refused, and the answer names this field', async (field, value) => {
    const { status, body } = await give({ ...NOTICE, [field]: value })
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
    expect(Object.keys(body.fields).map((name) => name.split('.')[0])).toContain(field)
  })

  it('A notice with several problems is told all of them', async () => {
    const { body } = await give({ ...NOTICE, urls: [' '], name: '', email: 'nobody', good_faith: false })
    expect(body.fields).toEqual({
      urls: 'is required',
      name: 'is required',
      email: 'is invalid',
      good_faith: 'is required',
    })
  })

  it('A notice about somebody under 18 needs no name, but an address in it must be one', async () => {
    expect((await give({ ...NOTICE, reason: 'minor', name: '', email: 'nobody' })).status).toBe(422)
  })

  it('A notice with NUL, or of a megabyte, is refused', async () => {
    expect((await give({ ...NOTICE, explanation: 'a\0b' })).status).toBe(422)
    expect((await give({ ...NOTICE, explanation: 'x'.repeat(1_000_000) })).status).toBe(413)
  })

  it('A bot that fills in the hidden field gets the usual answer, and nothing is stored', async () => {
    const { status, body } = await give({ ...NOTICE, website: 'https://spam.example' })
    expect(status).toBe(201)
    expect(body.number).toMatch(/^2026-\d{5}$/)
  })

  it('Nothing that was refused is stored, and no number is used up', async () => {
    expect(await notices()).toEqual([])
    expect((await give(NOTICE)).body.number).toBe('2026-00001')
  })
})

describe('A notice', () => {
  it.each(CASE_REASONS)('A notice can have the reason %s', async (reason) => {
    expect((await give({ ...NOTICE, reason, explanation: `Because of ${reason}` })).status).toBe(201)
  })

  it('A notice about somebody under 18 needs neither name nor address', async () => {
    for (const [index, who] of [{ name: null, email: null }, { name: '', email: ' ' }, {}].entries()) {
      const { name, email, ...words } = NOTICE
      const { status, body } = await give({ ...words, ...who, reason: 'minor', explanation: `A child, ${index}` })
      expect(status).toBe(201)
      expect((await notices()).at(-1)).toMatchObject({ number: body.number, name: null, email: null })
    }
  })

  it('A notice that leads to nothing of this house is a case of its own, and staff read its addresses', async () => {
    const urls = ['https://elsewhere.example/a', 'https://loge.example/settings', 'not an address']
    const { body } = await give({ ...NOTICE, urls, explanation: 'Free-standing', reason: 'other' })
    expect(await casesOf(body.token)).toMatchObject([
      { kind: 'notice', subject_id: null, reporter_id: null, reason: 'other', description: 'Free-standing' },
    ])
    const { body: list, status } = await askStaff('/admin/cases?kind=notice')
    expect(status).toBe(200)
    const found = list.find(({ reasons }: { reasons: string[] }) => reasons.includes('other'))
    expect(found).toMatchObject({ kind: 'notice', subject: null, reports_count: 1 })
    const ids = await ctx.db`
      select case_id from case_reports where content_notice_id = ${body.token.split('.')[0]}`
    const { body: file } = await askStaff(`/admin/cases/${ids[0]?.case_id}`)
    expect(file.evidence).toEqual({ username: null, text: urls.join('\n'), messages: [] })
    expect(file.reports).toMatchObject([{ author: null, reason: 'other', description: 'Free-standing' }])
  })

  it('A name is one line, and the words keep theirs', async () => {
    await give({ ...NOTICE, name: ' Jeanne\r\n\tArnaud\u0007 ', explanation: ' One\r\ntwo\u001b ' })
    expect((await notices()).at(-1)).toMatchObject({ name: 'Jeanne Arnaud', explanation: 'One\ntwo' })
  })

  it('The same notice within a day is the same one; on the next day it is a new one', async () => {
    const words = { ...NOTICE, explanation: 'Twice' }
    const { body: first } = await give(words)
    const { status, body: again } = await give({ ...words, urls: [`  ${NOTICE.urls[0]} `, NOTICE.urls[0]] })
    expect(status).toBe(201)
    expect(again).toEqual(first)
    expect(await casesOf(first.token)).toHaveLength(1)
    expect((await give({ ...words, name: 'Somebody else' })).body.number).not.toBe(first.number)
    passes(DAY_MS)
    expect((await give(words)).body.number).not.toBe(first.number)
  })

  it('The same notice a hundred times at once is one notice; a hundred others have numbers without gaps', async () => {
    const before = (await notices()).length
    const same = await Promise.all(Array.from({ length: 100 }, () => give({ ...NOTICE, explanation: 'At once' })))
    expect(new Set(same.map(({ body }) => body.number)).size).toBe(1)
    const others = await Promise.all(
      Array.from({ length: 100 }, (_, index) => give({ ...NOTICE, explanation: `At once ${index}` })),
    )
    expect(others.every(({ status }) => status === 201)).toBe(true)
    const numbers = (await notices()).map(({ number }) => Number(number.split('-')[1]))
    expect(numbers).toEqual(Array.from({ length: before + 101 }, (_, index) => index + 1))
  })

  it('The words of a notice are never written to the log', async () => {
    await give({ ...NOTICE, explanation: 'planted words' })
    await give({ ...NOTICE, explanation: 'planted words', email: 'nobody' })
    for (const text of ['planted words', NOTICE.email, 'Jeanne']) expect(logs.join('')).not.toContain(text)
  })
})

describe('What a notice names', async () => {
  const amy = await creatorNamed('amy_stage')
  const post = await amy.posts({ description: 'Behind the curtain', protected: true })
  const story = await amy.tells({ description: 'Tonight' })

  it('A post, a story and a profile get a case each, with what staff need to see', async () => {
    const urls = [
      `https://loge.example/amy_stage?post=${post.id}`,
      `http://www.loge.example/?story=${story.id}`,
      'loge.example/Amy_Stage/',
      '/creator/amy_stage',
      `/amy_stage?lang=fr&post=${post.id.toUpperCase()}`,
    ]
    const { body } = await give({ ...NOTICE, urls, explanation: 'All of it' })
    const cases = await casesOf(body.token)
    expect(cases).toMatchObject([
      { kind: 'post', object_id: post.id, subject_id: amy.id, severity: 3, evidence: { text: 'Behind the curtain' } },
      { kind: 'profile', object_id: amy.id, subject_id: amy.id },
      { kind: 'story', object_id: story.id, subject_id: amy.id, evidence: { text: 'Tonight' } },
    ])
    expect(cases[0]?.source_key).not.toBeNull()
  })

  it('The sealed copy of a post that somebody without an account named can be opened by staff', async () => {
    await ctx.jobs.runDue()
    const { body: list } = await askStaff('/admin/cases?kind=post')
    const { status, headers } = await (await anotherDevice('mia')).fetch(`/admin/cases/${list[0].id}/evidence`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('image/webp')
  })

  it('A notice joins the case that a member has opened, and addresses that lead nowhere are not lost', async () => {
    const other = await amy.posts()
    const fan = await member('fan')
    await subscribe(fan, amy)
    await fan.ask('POST', '/reports', { post_id: other.id, reason: 'Inapropriate content' })
    const urls = [`https://loge.example/amy_stage?post=${other.id}`, 'https://elsewhere.example/copy']
    const { body } = await give({ ...NOTICE, urls, explanation: 'Both' })
    expect(await casesOf(body.token)).toMatchObject([
      { kind: 'notice', evidence: { text: 'https://elsewhere.example/copy' } },
      { kind: 'post', object_id: other.id },
    ])
    const { body: list } = await askStaff('/admin/cases?kind=post')
    const joined = list.find(({ object_id }: { object_id: string }) => object_id === other.id)
    expect(joined).toMatchObject({ reports_count: 2, severity: 'urgent' })
  })

  it('The address of a picture leads to its post', async () => {
    const shown = await amy.posts()
    const { body } = await give({
      ...NOTICE,
      urls: [`https://loge.example/api${shown.file?.split('?')[0]}?w=960`],
      explanation: 'The picture',
    })
    expect(await casesOf(body.token)).toMatchObject([{ kind: 'post', object_id: shown.id }])
  })

  it('The answer never tells whether a protected, blocked, hidden, erased or unknown address exists', async () => {
    const addresses = [
      `https://loge.example/amy_stage?post=${post.id}`,
      `https://loge.example/amy_stage?post=${NOBODY}`,
      `https://loge.example/amy_stage?story=${story.id}`,
      'https://loge.example/amy_stage',
      'https://loge.example/nobody_here',
      'https://elsewhere.example/',
      "https://loge.example/?post=' or 1=1 --",
      `//loge.example/?post=${post.id}`,
      'https://[::1',
    ]
    for (const [index, url] of addresses.entries()) {
      const { status, body, headers } = await give({ ...NOTICE, urls: [url], explanation: `Is it there? ${index}` })
      expect(status, url).toBe(201)
      expect(Object.keys(body), url).toEqual(['number', 'token'])
      expect(body.number, url).toMatch(/^2026-\d{5}$/)
      const followed = await visitor.ask('GET', `/content_notices/${body.token}`)
      expect(followed.body, url).toEqual({
        number: body.number,
        created_at: ctx.now().toISOString(),
        reason: 'non_consensual',
        state: 'received',
        decided_at: null,
      })
      expect(Object.keys(headers), url).not.toContain('link')
    }
  })
})

describe('Following a notice', () => {
  it('Nobody follows a notice without its link', async () => {
    const { body } = await give({ ...NOTICE, explanation: 'Followed' })
    const [id, signature] = body.token.split('.')
    for (const token of [id, `${id}.`, `${id}.${signature}x`, `${NOBODY}.${signature}`, 'x', '.', `${id}.é`])
      expect((await visitor.ask('GET', `/content_notices/${encodeURIComponent(token)}`)).status, token).toBe(404)
  })

  it.each(['acted', 'dismissed'])('Whoever has the link reads that a notice was %s', async (outcome) => {
    const { body } = await give({ ...NOTICE, explanation: `To be ${outcome}` })
    await ctx.db`
      update content_notices set decided_at = ${ctx.now()}, outcome = ${outcome} where number = ${body.number}`
    const { body: followed } = await visitor.ask('GET', `/content_notices/${body.token}`)
    expect(followed).toMatchObject({ state: outcome, decided_at: ctx.now().toISOString() })
  })
})
