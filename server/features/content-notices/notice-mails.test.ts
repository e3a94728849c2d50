import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { world } from '#tests/support/world.ts'

const { ctx, visitor, passes, mailsTo, runJob } = await world({
  PUBLIC_URL: 'https://loge.example',
  CONTACT_EMAIL: 'house@loge.example',
  RATE_LIMITS: 'on',
})

let count = 0
async function give(input: Record<string, unknown> = {}, language = 'en') {
  passes(1)
  count += 1
  const body = {
    urls: ['https://elsewhere.example/picture'],
    reason: 'copyright',
    explanation: `My picture, ${count}`,
    name: 'Jeanne',
    email: `jeanne${count}@example.org`,
    good_faith: true,
    ...input,
  }
  const headers = { 'accept-language': language }
  return await visitor.ask('POST', '/content_notices', body, {
    headers,
    remoteAddress: `10.0.${count >> 8}.${count & 255}`,
  })
}

const decide = (number: string, outcome: string) => ctx.db`
  update content_notices set decided_at = ${ctx.now()}, outcome = ${outcome} where number = ${number}`

describe('Limits of notices', () => {
  it('The sixth notice of one network within an hour is refused, however many come at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        visitor.ask(
          'POST',
          '/content_notices',
          {
            urls: ['https://elsewhere.example'],
            reason: 'spam',
            explanation: `Flood ${index}`,
            name: 'Bot',
            email: `bot${index}@example.org`,
            good_faith: true,
          },
          { remoteAddress: '10.9.9.9' },
        ),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(995)
    const [row] = await ctx.db`select count(*)::int as count from content_notices`
    expect(row?.count).toBe(5)
  })

  it('The sixth notice with one e-mail address within an hour is refused, from any network', async () => {
    const email = 'flooded@example.org'
    for (let index = 0; index < 5; index += 1) expect((await give({ email })).status).toBe(201)
    const { status, headers } = await give({ email })
    expect(status).toBe(429)
    expect(headers['retry-after']).toBeDefined()
  })
})

describe('Mails about a notice', () => {
  it('Who gives notice gets a receipt once, with the number, a copy of the words and the link', async () => {
    const { body } = await give({ email: 'amy@example.org', explanation: 'It is <b>mine</b>' })
    await runJob('mail_content_notices')
    const [mail, ...more] = await mailsTo('amy@example.org')
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`We have your notice ${body.number}`)
    expect(mail?.replyTo).toMatchObject([{ address: 'house@loge.example' }])
    for (const text of ['It is <b>mine</b>', 'https://elsewhere.example/picture', 'A work or a name misused'])
      expect(mail?.text).toContain(text)
    expect(mail?.text).toContain(`https://loge.example/report-content/${body.token}`)
    expect(mail?.html).not.toContain('<b>mine</b>')
  })

  it('The receipt is in the language of the page', async () => {
    await give({ email: 'fr@example.org' }, 'fr')
    const [mail] = await mailsTo('fr@example.org')
    expect(mail?.subject).toMatch(/^Nous avons votre notification 2026-/)
    expect(mail?.text).toContain('Une œuvre ou un nom détourné')
  })

  it('Nobody hears of a decision before there is one', async () => {
    await give({ email: 'early@example.org' })
    await runJob('tell_notifiers')
    expect(await mailsTo('early@example.org')).toHaveLength(1)
  })

  it.each([
    ['acted', 'en', 'we acted against it'],
    ['dismissed', 'en', 'We did not find it illegal'],
    ['acted', 'fr', 'nous avons agi'],
    ['dismissed', 'fr', 'rien trouvé d’illégal'],
  ])('Who gave notice hears once that it was %s (%s), and how to contest it', async (outcome, language, words) => {
    const email = `${outcome}-${language}@example.org`
    const { body } = await give({ email }, language)
    await decide(body.number, outcome)
    await runJob('tell_notifiers')
    await runJob('tell_notifiers')
    const [, mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toContain(body.number)
    for (const text of [words, '180', 'https://loge.example/contact-us', body.token]) expect(mail?.text).toContain(text)
  })

  it('A notice without an address is marked as told, and no mail is sent', async () => {
    const { body } = await give({ reason: 'minor', name: '', email: '' })
    await decide(body.number, 'acted')
    await runJob('tell_notifiers')
    const [row] = await ctx.db`select told_at, mailed_at from content_notices where number = ${body.number}`
    expect(row).toEqual({ told_at: ctx.now(), mailed_at: null })
  })
})

describe('The erasure of a notice', () => {
  it('Name, address and words are erased two years after the decision, not before; the number stays', async () => {
    const { body } = await give({ explanation: 'Old words', email: 'old@example.org' })
    await decide(body.number, 'acted')
    const read = async () => {
      await runJob('sweep_content_notices')
      const [row] = await ctx.db`
        select n.name, n.email, n.explanation, n.urls, n.outcome, r.description
        from content_notices n join case_reports r on r.content_notice_id = n.id where n.number = ${body.number}`
      return row
    }
    const end = new Date(ctx.now())
    end.setUTCFullYear(end.getUTCFullYear() + 2)
    passes(end.getTime() - ctx.now().getTime() - 1)
    expect(await read()).toMatchObject({ email: 'old@example.org', description: 'Old words' })
    passes(1)
    expect(await read()).toEqual({
      name: null,
      email: null,
      explanation: '',
      urls: [],
      outcome: 'acted',
      description: null,
    })
  })

  it('A notice that nobody has decided is kept', async () => {
    const { body } = await give({ explanation: 'Undecided' })
    passes(3 * 365 * DAY_MS)
    await runJob('sweep_content_notices')
    const [row] = await ctx.db`select explanation from content_notices where number = ${body.number}`
    expect(row?.explanation).toBe('Undecided')
  })
})
