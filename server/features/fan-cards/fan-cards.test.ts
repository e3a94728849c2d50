import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'
import { LABELS_PER_CREATOR, SAVED_REPLIES_MAX } from './actions.ts'

const { ctx, creatorNamed, member, creator, subscribe, passes } = await world()
const [amy, zoe] = [await creatorNamed('amy'), await creatorNamed('zoe')]

async function fanNamed(username: string, of: Person = amy): Promise<Person> {
  const fan = await member(username)
  await fan.ask('PUT', '/user', { username })
  await subscribe(fan, of, 30)
  return fan
}

const card = (person: Person, username: string) => person.ask('GET', `/fans/${username}/card`)
const change = (person: Person, username: string, body: unknown) => person.ask('PUT', `/fans/${username}/card`, body)
const labelsOf = async (person: Person) => (await person.ask('GET', '/fan_labels')).body
const freeze = ({ id }: Person, until: string | null) => ctx.db`
  update users set frozen_at = ${until && ctx.now()}, frozen_until = ${until}, frozen_ground = ${until && 'x'},
    frozen_facts = ${until && 'x'}
  where id = ${id}`

describe('Who has no card of somebody', () => {
  it('A creator finds no card of a stranger, a fan of another creator, and a fan who blocks them, is frozen or erased', async () => {
    await fanNamed('others', zoe)
    const mere = await member('mere')
    await mere.ask('PUT', '/user', { username: 'mere' })
    const [blocker, frozen, erased] = [await fanNamed('blocker'), await fanNamed('frozen'), await fanNamed('erased')]
    for (const name of ['blocker', 'frozen', 'erased'])
      expect((await change(amy, name, { note: 'Before' })).status, name).toBe(200)
    await blocker.ask('POST', '/blocks', { username: 'amy' })
    await freeze(frozen, 'infinity')
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${erased.id}`
    await ctx.jobs.send('erase_accounts', {})
    await ctx.jobs.runDue()
    const absent = await card(amy, 'nobody-has-this')
    for (const name of ['others', 'mere', 'blocker', 'frozen', 'erased', 'amy', '%00', 'x'.repeat(200)]) {
      for (const reply of [await card(amy, name), await change(amy, name, { note: 'x' })])
        expect([reply.status, reply.text], name).toEqual([404, absent.text])
    }
    expect(await ctx.db`select from fan_notes where fan_id = ${erased.id}`).toHaveLength(0)
    await blocker.ask('DELETE', '/blocks/amy')
    expect((await card(amy, 'blocker')).body.note).toBe('Before')
  })

  it('A body that is malformed or too long is refused, and changes nothing', async () => {
    await fanNamed('plain')
    await change(amy, 'plain', { labels: ['kept'], note: 'Kept' })
    for (const body of [
      ...[[], { note: 7 }, { labels: 'row G' }, { labels: [7] }, { labels: [''] }, { labels: [' \u200b '] }],
      ...[{ note: 'x'.repeat(2001) }, { labels: ['x'.repeat(31)] }, { labels: Array.from('abcdefghijk') }],
      { labels: ['fine'], note: 'x'.repeat(2001) },
    ])
      expect((await change(amy, 'plain', body)).status, JSON.stringify(body).slice(0, 40)).toBe(422)
    expect((await card(amy, 'plain')).body).toMatchObject({ labels: ['kept'], note: 'Kept' })
  })

  it('A creator has at most fifty labels, also when two devices add the last one together', async () => {
    const nina = await creatorNamed('nina')
    const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `nina-${name}`)
    for (const name of names) await fanNamed(name, nina)
    const ten = (start: number) => Array.from({ length: 10 }, (_, index) => `label ${start + index}`)
    for (const [index, name] of names.slice(0, 4).entries())
      expect((await change(nina, name, { labels: ten(index * 10) })).status).toBe(200)
    expect((await change(nina, 'nina-five', { labels: ten(40).slice(1) })).status).toBe(200)
    const last = await Promise.all([
      change(nina, 'nina-six', { labels: ['this one'] }),
      change(nina, 'nina-five', { labels: [...ten(40).slice(1), 'or this one'] }),
    ])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await labelsOf(nina)).toHaveLength(LABELS_PER_CREATOR)
  })
})

describe('The card of a fan', () => {
  it('A card has the portrait of a fan with a page of their own, and none while the creator blocks them', async () => {
    const ida = await creatorNamed('ida')
    await subscribe(ida, amy, 30)
    const profile_pic = await noisePicture({ width: 40, height: 50 })
    const { body: page } = await ida.send('PUT', `/profiles/${ida.id}`, { profile_pic })
    await ida.ask('POST', '/conversations', { creator_id: amy.id, content: 'Good evening' })
    const portrait = async () => (await card(amy, 'ida')).body.profile_pic
    expect(await portrait()).toEqual(page.profile_pic)
    expect(await portrait()).toMatch(/^\/media\//)
    await amy.ask('POST', '/blocks', { username: 'ida' })
    expect(await portrait()).toBeNull()
    await amy.ask('DELETE', '/blocks/ida')
    expect(await portrait()).toEqual(page.profile_pic)
  })

  it('A card says since when, which ticket and how many, and keeps labels and a note, each without the other', async () => {
    const theo = await fanNamed('theo')
    await ctx.db`update subscriptions set expires_at = ${new Date(ctx.now().getTime() + HOUR_MS)} where fan_id = ${theo.id}`
    const since = ctx.now().toISOString()
    expect((await card(amy, 'theo')).body).toEqual({
      username: 'theo',
      profile_pic: null,
      since,
      ticket: {
        period: null,
        is_active: true,
        ends_at: new Date(ctx.now().getTime() + HOUR_MS).toISOString(),
        is_renewing: false,
        count: 1,
      },
      labels: [],
      note: '',
    })
    await change(amy, 'theo', { note: '  Brings flowers,\r\nnever roses. ' })
    const { body } = await change(amy, 'THEO', { labels: ['Row G', ' row  g ', 'Écrit des lettres'] })
    expect(body).toMatchObject({ labels: ['Écrit des lettres', 'Row G'], note: 'Brings flowers,\nnever roses.' })
    await fanNamed('noor')
    await change(amy, 'noor', { labels: ['ROW G', 'new'] })
    expect(await labelsOf(amy)).toEqual(
      expect.arrayContaining([
        { label: 'Row G', fans: 2 },
        { label: 'new', fans: 1 },
      ]),
    )
    await change(amy, 'theo', { labels: [], note: ' ' })
    expect((await card(amy, 'theo')).body).toMatchObject({ labels: [], note: '' })
    expect(await ctx.db`select from fan_notes where fan_id = ${theo.id}`).toHaveLength(0)
    passes(2 * HOUR_MS)
    expect((await card(amy, 'theo')).body.ticket).toMatchObject({ is_active: false, count: 1 })
    await subscribe(theo, amy, 7)
    expect((await card(amy, 'theo')).body).toMatchObject({ since, ticket: { is_active: true, count: 2 } })
  })

  it('Nobody but the creator reads what is on a card: not the fan, not another creator of the same fan', async () => {
    const ana = await fanNamed('ana')
    await subscribe(ana, zoe)
    const { id } = await ana.writes(amy, 'Good evening')
    const words = ['label-of-amy', 'note-of-amy']
    await change(amy, 'ana', { labels: [words[0]], note: words[1] })
    expect((await card(zoe, 'ana')).body).toMatchObject({ labels: [], note: '' })
    expect(await labelsOf(zoe)).toEqual([])
    await ana.ask('POST', '/exports')
    await ctx.jobs.runDue()
    const urls = ['/user', '/conversations', `/conversations/${id}`, '/profiles/amy', '/notices', '/subscriptions']
    for (const url of urls) for (const word of words) expect((await ana.ask('GET', url)).text, url).not.toContain(word)
    expect((await card(ana, 'ana')).status).toBe(403)
  })
})

describe('Saved replies', () => {
  it('A creator saves, changes and deletes replies, and nobody else can', async () => {
    const [lou, max] = [await creator('lou'), await creator('max')]
    const list = async (person: Person) =>
      (await person.ask('GET', '/saved_replies')).body.map(({ content }: { content: string }) => content)
    for (const content of [undefined, '', ' \n ', 7, 'x'.repeat(2001)])
      expect((await lou.ask('POST', '/saved_replies', { content })).status).toBe(422)
    const { status, body } = await lou.ask('POST', '/saved_replies', { content: ' See you on Sunday ' })
    expect([status, body.content]).toEqual([201, 'See you on Sunday'])
    expect(await lou.ask('POST', '/saved_replies', { content: 'See you on Sunday' })).toMatchObject({
      status: 200,
      body: { id: body.id },
    })
    passes(1000)
    await lou.ask('POST', '/saved_replies', { content: 'Thank you' })
    expect(await list(lou)).toEqual(['Thank you', 'See you on Sunday'])
    for (const [person, id, expected] of [
      [max, body.id, 404],
      [lou, NOBODY, 404],
      [lou, 'x', 404],
    ] as const) {
      expect((await person.ask('PATCH', `/saved_replies/${id}`, { content: 'Other' })).status).toBe(expected)
      expect((await person.ask('DELETE', `/saved_replies/${id}`)).status).toBe(expected)
    }
    expect((await lou.ask('PATCH', `/saved_replies/${body.id}`, { content: 'See you on Monday' })).status).toBe(200)
    expect(await list(lou)).toEqual(['Thank you', 'See you on Monday'])
    expect((await lou.ask('DELETE', `/saved_replies/${body.id}`)).status).toBe(200)
    expect((await lou.ask('DELETE', `/saved_replies/${body.id}`)).status).toBe(404)
    const rest = Array.from({ length: SAVED_REPLIES_MAX }, (_, index) => `Reply ${index}`)
    const replies = await Promise.all(rest.map((content) => lou.ask('POST', '/saved_replies', { content })))
    expect(replies.filter((reply) => reply.status === 422)).toHaveLength(1)
    expect(await list(lou)).toHaveLength(SAVED_REPLIES_MAX)
  })
})
