import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { later } from '#server/time.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { type Person, world } from '#tests/support/world.ts'

const here = await world()
const { ctx, creator, member, visitor, subscribe, passes } = here
const { orders, pays } = openShop(here)

const list = async (amy: Person, query = '') => await amy.ask('GET', `/subscribers${query}`)
const named = async (person: Person) => (await person.ask('GET', '/user')).body.username
const names = ({ body }: { body: { username: string }[] }) => body.map(({ username }) => username)

describe('The list of subscribers', () => {
  it('is for the creator alone', async () => {
    const [amy, eve, fan] = [await creator('amy'), await creator('eve'), await member('fan')]
    await subscribe(fan, amy)
    expect((await list(visitor)).status).toBe(401)
    expect((await list(fan)).status).toBe(403)
    for (const query of ['', '?format=csv'])
      expect((await list(eve, query)).text, query).not.toContain(await named(fan))
    for (const query of ['?cursor=x', '?format=xml', `?search=${'x'.repeat(101)}`])
      expect((await list(amy, query)).status, query).toBe(422)
  })

  it('says since when, until when, what kind, whether it renews and how many messages there are', async () => {
    const amy = await creator('kinds')
    const [given, day, month, over] = await Promise.all(['given', 'day', 'month', 'over'].map((name) => member(name)))
    await subscribe(over as Person, amy, 1)
    const since = ctx.now()
    await subscribe(given as Person, amy, 3)
    await settlePayment(ctx, pays(await orders(month as Person, amy, { period: 'month' }), ctx.now()))
    passes(DAY_MS)
    // A period that follows without a gap is part of the same subscription.
    await subscribe(given as Person, amy, 4)
    await settlePayment(ctx, pays(await orders(day as Person, amy, { period: 'day' }), ctx.now()))
    await (given as Person).writes(amy, 'Hello')
    const { id: conversation_id } = await (given as Person).writes(amy, 'Are you there?')
    await amy.says(conversation_id, 'Yes')
    const { body, headers } = await list(amy)
    expect(headers['x-total-count']).toBe('3')
    const of = (person: Person | undefined) => body.find(({ id }: { id: string }) => id === person?.id)
    expect(body[0].id).toBe(day?.id)
    expect(of(given)).toEqual({
      ...{ id: given?.id, username: await named(given as Person), kind: 'granted', renews: false },
      ...{ since: since.toISOString(), until: later(since, 7 * DAY_MS).toISOString(), messages: 3, conversation_id },
    })
    expect(of(day)).toMatchObject({ kind: 'day', renews: false, messages: 0, conversation_id: null })
    expect(of(month)).toMatchObject({ kind: 'month', renews: true, since: since.toISOString() })
    expect(of(over)).toBeUndefined()
  })

  it('leaves out who is blocked, blocks, is frozen or has left, in the list, the number and the file', async () => {
    const amy = await creator('absent')
    const all = await Promise.all(
      ['there', 'blocked', 'blocks', 'frozen', 'leaving'].map((name) => member(`a-${name}`)),
    )
    for (const fan of all) await subscribe(fan, amy)
    const [there, blocked, blocks, frozen, leaving] = all as [Person, Person, Person, Person, Person]
    await amy.ask('POST', '/blocks', { username: await named(blocked) })
    await blocks.ask('POST', '/blocks', { username: await named(amy) })
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${frozen.id}`
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${leaving.id}`
    const reply = await list(amy)
    expect([names(reply), reply.headers['x-total-count']]).toEqual([[await named(there)], '1'])
    expect((await list(amy, '?format=csv')).text.trim().split('\r\n')).toHaveLength(2)
  })

  it('has pages and a search, and the file has all of them and runs nothing in a spreadsheet', async () => {
    const amy = await creator('many')
    const COUNT = 65
    const now = ctx.now()
    await ctx.db`
      with made as (
        insert into users (id, email, email_key, username, password_hash, created_at)
        select gen_random_uuid(), n || '@p.example', n || '@p.example', 'page' || n, 'x', ${now}
        from generate_series(1, ${COUNT}) n returning id
      )
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select gen_random_uuid(), id, ${amy.id}, ${now}, ${later(now, DAY_MS)}, ${now} from made`
    const seen: string[] = []
    let query: string | undefined = '?search=page'
    while (query !== undefined) {
      const reply = await list(amy, query)
      expect(reply.headers['x-total-count']).toBe(String(COUNT))
      seen.push(...names(reply))
      query = /<(.+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1]
    }
    expect([seen.length, new Set(seen).size]).toEqual([COUNT, COUNT])
    expect(names(await list(amy, '?search=PAGE6')).toSorted()).toEqual(
      ['page6', 'page60', 'page61', 'page62', 'page63', 'page64', 'page65'].toSorted(),
    )
    expect((await list(amy, `?search=${encodeURIComponent('%_')}`)).body).toEqual([])
    // Names cannot begin like a formula today; the file does not rely on it.
    await ctx.db`update users set username = '=1+1' where username = 'page1'`
    const { text, headers } = await list(amy, '?format=csv')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="loge-subscribers-2026-03-02.csv"')
    const [head, ...lines] = text.trim().split('\r\n')
    expect([head, lines.length]).toEqual(['username,since,until,kind,renews,messages', COUNT])
    expect(lines.filter((line) => line.includes('=1+1'))).toEqual([expect.stringMatching(/^'=1\+1,/)])
  })
})
