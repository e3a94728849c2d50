import { describe, expect, it } from 'vitest'
import { NOTICE_TOPICS, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'
import { leaveToken } from './unsubscribe.ts'

const { ctx, member, visitor } = await world({ PUBLIC_URL: 'https://loge.example', RATE_LIMITS: 'on' })
const LEAVE = '/notification_settings/unsubscribe'
const RETURN = '/notification_settings/resubscribe'
const tokenOf = ({ id }: { id: string }, ...topics: Parameters<typeof leaveToken>[2]) =>
  leaveToken(ctx.secret, id, topics)
const call = (path: string, token: string) => visitor.ask('POST', `${path}?token=${encodeURIComponent(token)}`)
const choicesOf = async ({ id }: Person) =>
  (await ctx.db<{ choices: unknown }[]>`select choices from notification_settings where user_id = ${id}`)[0]?.choices

describe('Unsubscribe tokens that are not ours', () => {
  it('Forged, truncated, borrowed, locked and huge tokens get the same 404, and change nothing', async () => {
    const [amy, bob] = [await member('amy'), await member('bob')]
    const good = tokenOf(amy, 'message')
    const mac = good.split('.')[2]
    const forged = [
      '',
      'made-up',
      good.slice(0, -1),
      `${good}x`,
      `${good}.x`,
      good.replace('message', 'post'),
      good.replace('message', 'message-post'),
      good.replace(amy.id, bob.id),
      good.toUpperCase(),
      `${amy.id}..${mac}`,
      `${amy.id}.nothing.${mac}`,
      leaveToken(Buffer.alloc(32), amy.id, ['message']),
      leaveToken(ctx.secret, `${amy.id} `, ['message']),
      tokenOf(amy, 'post', 'message').replace('post-message', 'message-post'),
      'x'.repeat(12_000),
      `${amy.id}.${'message-'.repeat(1000)}.${mac}`,
      // Nobody can switch these off, and no mail has such a token.
      ...NOTICE_TOPICS.filter((topic) => TOPIC_DEFAULTS[topic].mail === 'locked').map((topic) => tokenOf(amy, topic)),
      tokenOf({ id: NOBODY }, 'message'),
    ]
    const expected = await call(LEAVE, 'made-up')
    expect(expected.status).toBe(404)
    for (const path of [LEAVE, RETURN]) {
      for (const token of path === LEAVE ? forged : forged.slice(0, 5)) {
        const { status, text } = await call(path, token)
        expect([token.slice(0, 90), status, text]).toEqual([token.slice(0, 90), 404, expected.text])
      }
    }
    for (const person of [amy, bob]) expect(await choicesOf(person)).toBeUndefined()
  })

  it('The token of an erased account is unknown', async () => {
    const gone = await member('gone')
    await ctx.db`update users set username = null, email = null, email_key = null, password_hash = null, erased_at = ${ctx.now()} where id = ${gone.id}`
    expect((await call(LEAVE, tokenOf(gone, 'message'))).status).toBe(404)
    expect(await choicesOf(gone)).toBeUndefined()
  })
})

describe('Unsubscribing from mails', () => {
  it('A thousand times the same answer, at once and one after the other, without a limit', async () => {
    const eve = await member('eve')
    const token = tokenOf(eve, 'message')
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(LEAVE, token)))
    for (let count = 0; count < 900; count += 1) answers.push(await call(LEAVE, token))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"topics":["message"]}']),
    )
    expect(await choicesOf(eve)).toEqual({ message: { mail: false } })
  })

  it('Other choices stay, of the same topic and of others', async () => {
    const fay = await member('fay')
    const choices = { message: { push: false, mail: true }, post: { mail: true } }
    await ctx.db`
      insert into notification_settings (user_id, choices, mails, updated_at)
      values (${fay.id}, ${ctx.db.json(choices)}, 'daily', ${ctx.now()})`
    await call(LEAVE, tokenOf(fay, 'message', 'reaction'))
    expect(await choicesOf(fay)).toEqual({
      message: { push: false, mail: false },
      post: { mail: true },
      reaction: { mail: false },
    })
    await call(RETURN, tokenOf(fay, 'message', 'reaction'))
    expect(await choicesOf(fay)).toEqual({
      message: { push: false, mail: true },
      post: { mail: true },
      reaction: { mail: true },
    })
  })

  it('A frozen person can unsubscribe, and return', async () => {
    const ned = await member('ned')
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${ned.id}`
    expect((await call(LEAVE, tokenOf(ned, 'payout'))).status).toBe(200)
    expect(await choicesOf(ned)).toEqual({ payout: { mail: false } })
    expect((await call(RETURN, tokenOf(ned, 'payout'))).status).toBe(200)
  })

  it('Opening the link leads to the page, and changes nothing', async () => {
    const oda = await member('oda')
    const token = tokenOf(oda, 'ticket')
    const opened = await visitor.ask('GET', `${LEAVE}?token=${token}`)
    expect([opened.status, opened.headers.location]).toEqual([302, `/unsubscribe?token=${token}`])
    const odd = await visitor.ask('GET', `${LEAVE}?token=%0d%0aset-cookie:x%26a=b`)
    expect(odd.headers.location).toBe('/unsubscribe?token=%0D%0Aset-cookie%3Ax%26a%3Db')
    expect(await choicesOf(oda)).toBeUndefined()
  })
})
