import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { Notice } from '#contract/notices.ts'
import { DAY_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertNotice, insertRemovalNotice } from '#tests/support/database/notice-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes, runJob, eventsDuring } = await world()
const amy = await creator('amy')

async function noticesOf(person: Person, language?: string): Promise<Notice[]> {
  const options = language === undefined ? {} : { headers: { 'accept-language': language } }
  return (await person.ask('GET', '/notices', undefined, options)).body
}

async function unreadOf(person: Person): Promise<string | undefined> {
  return (await person.ask('GET', '/notices')).headers['x-unread-count']?.toString()
}

async function firstText(person: Person, language?: string): Promise<string | undefined> {
  return (await noticesOf(person, language))[0]?.text
}

function addNotice(person: Person, kind: Notice['kind'] = 'report_upheld'): Promise<string> {
  passes(1)
  return insertNotice(ctx.db, person, { kind, created_at: ctx.now() })
}

describe('The list of notices', () => {
  it('Notices cannot be read or marked without a token', async () => {
    for (const [method, path] of [
      ['GET', '/notices'],
      ['POST', '/notices/read'],
    ] as const)
      expect((await visitor.ask(method, path)).status).toBe(401)
  })

  it('Nobody sees the notices of others, whatever their role', async () => {
    const bob = await member('bob')
    const id = await addNotice(bob)
    const others = [await member('eve'), amy, await staff('mo', 'moderator'), await staff('ada', 'admin')]
    for (const other of others) {
      expect(await noticesOf(other)).toEqual([])
      expect((await other.ask('GET', `/notices?cursor=${newId(new Date(ctx.now().getTime() + DAY_MS))}`)).body).toEqual(
        [],
      )
    }
    const [notice] = await noticesOf(bob)
    expect(notice).toMatchObject({ id, read: false, may_answer: false, answer: null, post_id: null, path: null })
    expect(Value.Check(Notice, notice)).toBe(true)
  })

  it('Notices are listed newest first, thirty on a page, each once', async () => {
    const cat = await member('cat')
    const ids: string[] = []
    for (let count = 0; count < 61; count += 1) ids.unshift(await addNotice(cat))
    const first = await cat.ask('GET', '/notices')
    expect(first.body).toHaveLength(30)
    expect(first.headers.link).toBe(`<?cursor=${first.body[29].id}>; rel="next"`)
    const second = await cat.ask('GET', `/notices?cursor=${first.body[29].id}`)
    const third = await cat.ask('GET', `/notices?cursor=${second.body[29].id}`)
    expect(third.headers.link).toBeUndefined()
    expect([...first.body, ...second.body, ...third.body].map(({ id }: Notice) => id)).toEqual(ids)
    expect(third.headers['x-unread-count']).toBe('61')
  })

  it.each(['nonsense', '', '1', "' or true --"])('The list of notices refuses the cursor %j', async (cursor) => {
    expect((await amy.ask('GET', `/notices?cursor=${encodeURIComponent(cursor)}`)).status).toBe(422)
  })
})

describe('The text of a notice', () => {
  it('The notice of a removed post says which post and why, in both languages, and names nobody', async () => {
    const dan = await creator('dan')
    const description = 'Two pages of the prompt book,\nfor those who like to read ahead of everybody else. Enjoy.'
    await insertRemovalNotice(ctx.db, { author: dan, description, reason: 'Not yours.\nAsk her.', at: ctx.now() })
    expect(await firstText(dan, 'en')).toBe(
      'Your post “Two pages of the prompt book, for those who like to read…” was removed by our staff.\nReason: Not yours.\nAsk her.',
    )
    expect(await firstText(dan, 'fr')).toBe(
      'Votre publication «\u202fTwo pages of the prompt book, for those who like to read…\u202f» a été retirée par notre équipe.\nMotif\u202f: Not yours.\nAsk her.',
    )
    passes(1)
    await insertRemovalNotice(ctx.db, { author: dan, description: 'Short', at: ctx.now() })
    expect(await firstText(dan, 'en')).toBe('Your post “Short” was removed by our staff.')
  })

  it('The notice of a removed post never cuts its text within a character', async () => {
    const dot = await creator('dot')
    await insertRemovalNotice(ctx.db, { author: dot, description: '👩‍👩‍👧‍👦'.repeat(70), at: ctx.now() })
    expect(await firstText(dot)).toBe(`Your post “${'👩‍👩‍👧‍👦'.repeat(60)}…” was removed by our staff.`)
  })

  it('The notice to a reporter says that the report was handled, and nothing of the case', async () => {
    const rita = await member('rita')
    const author = await creator('judged')
    const removal = await insertRemovalNotice(ctx.db, {
      author,
      description: 'secret words',
      reason: 'why',
      at: ctx.now(),
    })
    await author.ask('POST', `/notices/${removal}/answer`, { answer: 'my side' })
    const [row] = await ctx.db`select case_id, post_id from member_notices where id = ${removal}`
    const about = { case_id: row?.case_id, post_id: row?.post_id, created_at: ctx.now() }
    await insertNotice(ctx.db, rita, { kind: 'report_upheld', ...about })
    const { body, text } = await rita.ask('GET', '/notices')
    expect(body).toMatchObject([{ may_answer: false, answer: null, path: null }])
    for (const words of ['secret words', 'why', 'my side', 'judged']) expect(text).not.toContain(words)
    expect(await firstText(rita, 'en')).toBe('Thank you for your report: the post you reported was removed.')
    expect(await firstText(rita, 'fr')).toContain('la publication que vous aviez signalée a été retirée')
    await addNotice(rita, 'report_dismissed')
    expect(await firstText(rita, 'en')).toContain('found nothing against the rules')
    expect(await firstText(rita, 'fr')).toContain('rien trouvé de contraire aux règles\u202f: elle reste')
  })

  it('The notice of a granted subscription names the creator by their present name, with its end and a link', async () => {
    const fan = await member('fan')
    const star = await creator('star')
    await star.ask('PUT', '/user', { username: 'morning-star' })
    const details = { creator_id: star.id, expires_at: '2026-12-09T23:30:00.000Z' }
    await insertNotice(ctx.db, fan, { kind: 'subscription_granted', details, created_at: ctx.now() })
    await star.ask('PUT', '/user', { username: 'evening-star' })
    const [notice] = await noticesOf(fan, 'en')
    expect(notice?.text).toBe('Our staff gave you a complimentary subscription to evening-star, until 9 December 2026.')
    expect(notice?.path).toBe('/evening-star')
    expect(await firstText(fan, 'fr')).toBe(
      'Notre équipe vous a offert un abonnement à evening-star, jusqu’au 9 décembre 2026.',
    )
    await ctx.db`delete from users where id = ${star.id}`
    const [left] = await noticesOf(fan, 'en')
    expect(left).toMatchObject({ text: expect.stringContaining('a creator who has left since'), path: null })
  })

  it('A notice says where its text names somebody, also if the name is a word of the text, and not where nobody is named', async () => {
    const [ines, gave] = [await creator('ines'), await creator('gives')]
    await gave.ask('PUT', '/user', { username: 'gave' })
    await insertRemovalNotice(ctx.db, { author: ines, description: 'gave', at: ctx.now() })
    passes(1)
    const details = { creator_id: gave.id }
    await insertNotice(ctx.db, ines, { kind: 'subscription_granted', details, created_at: ctx.now() })
    passes(1)
    await insertNotice(ctx.db, ines, { kind: 'new_message', about_id: gave.id, created_at: ctx.now() })
    for (const [language, places] of [
      ['en', [0, 51]],
      ['fr', [0, 43]],
    ] as const) {
      const named = (await noticesOf(ines, language)).map(({ text, names = [] }) =>
        names.map(({ from, to }) => [from, text.slice(from, to)]),
      )
      expect(named).toEqual([...places.map((from) => [[from, 'gave']]), []])
    }
  })

  it('The notice of an approval leads to where a profile is created', async () => {
    const neo = await member('neo')
    await addNotice(neo, 'creator_approved')
    expect((await noticesOf(neo, 'fr'))[0]).toMatchObject({
      text: expect.stringContaining('créer votre profil'),
      path: '/settings#creator',
    })
    expect(await firstText(neo, 'en')).toContain('approved you as a creator')
  })

  it('A notice is in the requested language, else in that of the account, else in English', async () => {
    const fay = await member('fay')
    await addNotice(fay)
    await fay.ask('PUT', '/user', { locale: 'fr' })
    expect(await firstText(fay)).toContain('Merci')
    expect(await firstText(fay, '*')).toContain('Merci')
    expect(await firstText(fay, 'de')).toContain('Merci')
    expect(await firstText(fay, 'en-GB')).toContain('Thank you')
    await ctx.db`update users set locale = null where id = ${fay.id}`
    expect(await firstText(fay)).toContain('Thank you')
  })
})

describe('Marking notices as read', () => {
  it('A user marks all their own notices as read, and nobody else’s', async () => {
    const [gil, hal] = [await member('gil'), await member('hal')]
    for (const person of [gil, gil, hal]) await addNotice(person)
    expect(await unreadOf(gil)).toBe('2')
    expect(await gil.ask('POST', '/notices/read')).toMatchObject({ status: 200, body: {} })
    expect(await noticesOf(gil)).toMatchObject([{ read: true }, { read: true }])
    expect(await unreadOf(gil)).toBe('0')
    expect(await unreadOf(hal)).toBe('1')
    await addNotice(gil)
    expect((await gil.ask('POST', '/notices/read', {})).status).toBe(200)
    expect(await unreadOf(gil)).toBe('0')
  })

  it('Notices that are newer than the given one stay unread', async () => {
    const ivy = await member('ivy')
    await addNotice(ivy)
    const seen = await addNotice(ivy)
    const newer = await addNotice(ivy)
    expect((await ivy.ask('POST', '/notices/read', { until: seen })).status).toBe(200)
    expect((await noticesOf(ivy)).filter(({ read }) => !read).map(({ id }) => id)).toEqual([newer])
  })

  it('The id of somebody else’s notice, or an unknown one, counts as a time and reveals nothing', async () => {
    const [jan, kim] = [await member('jan'), await member('kim')]
    const early = await addNotice(jan)
    const foreign = await addNotice(kim)
    const late = await addNotice(jan)
    const byForeign = await jan.ask('POST', '/notices/read', { until: foreign })
    expect((await noticesOf(jan)).map(({ id, read }) => [id, read])).toEqual([
      [late, false],
      [early, true],
    ])
    const byNobodys = await jan.ask('POST', '/notices/read', { until: newId(new Date(0)) })
    expect([byForeign.status, byForeign.text]).toEqual([byNobodys.status, byNobodys.text])
    expect(await unreadOf(kim)).toBe('1')
  })

  it.each([[{ until: 'nonsense' }], [{ until: 7 }], [[]], ['"all"'], ['{']])(
    'Marking notices as read is refused with %j',
    async (body) => {
      const { status } = await amy.ask('POST', '/notices/read', body)
      expect(status).toBe(body === '{' ? 400 : 422)
    },
  )

  it('Other devices are told once that notices were read, and only when something changed', async () => {
    const lou = await member('lou')
    await addNotice(lou)
    const markRead = () => lou.ask('POST', '/notices/read')
    expect(await eventsDuring(() => Promise.all(Array.from({ length: 5 }, markRead)))).toEqual([
      { kind: 'notices_changed', user_ids: [lou.id] },
    ])
  })
})

describe('Retention of notices', () => {
  it('A notice is deleted after a year, and the decision of staff stays', async () => {
    const max = await creator('max')
    await insertRemovalNotice(ctx.db, { author: max, at: ctx.now() })
    passes(364 * DAY_MS)
    await addNotice(max)
    await runJob('sweep_notices')
    await max.signIn()
    expect(await noticesOf(max)).toHaveLength(2)
    passes(2 * DAY_MS)
    await runJob('sweep_notices')
    expect((await noticesOf(max)).map(({ kind }) => kind)).toEqual(['report_upheld'])
    expect(await ctx.db`select 1 from report_cases where author_id = ${max.id}`).toHaveLength(1)
  })
})
