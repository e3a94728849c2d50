import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { photoLike } from '#tests/support/files/photo-like.ts'
import { type Person, world } from '#tests/support/world.ts'

const product = await world({ RATE_LIMITS: 'on' })
const { app, ctx, creator, member, staff, visitor } = product
const amy = await creator('amy')
const admin = await staff('admin', 'admin')
const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const copy = await photoLike(1)
const OWN = '/leak_lookups'
const ANY = '/admin/leak_lookups'

/** Announces a copy of five megabytes, sends nothing of it, and waits for the answer. */
async function announces({ token }: Person, path: string): Promise<{ status: number | undefined; body: string }> {
  const outgoing = request({
    ...{ host: url.hostname, port: url.port, method: 'POST', path: `/api${path}` },
    headers: {
      ...(token !== undefined && { authorization: token }),
      'content-type': 'multipart/form-data; boundary=copy',
      'content-length': 5_000_000,
    },
  })
  outgoing.flushHeaders()
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>()
  outgoing.on('error', reject)
  outgoing.on('response', (answer) => {
    text(answer).then((body) => {
      outgoing.destroy()
      resolve({ status: answer.statusCode, body })
    }, reject)
  })
  return await promise
}

const audited = async () =>
  (
    await ctx.db<{ details: object }[]>`
      select details from audit_log
      where action = 'leak_looked_up' and staff_id = ${admin.id} order by details ->> 'reason'`
  ).map(({ details }) => details)

describe('A look-up that is refused', () => {
  it('Whoever may not look up is refused before a byte of the copy has been sent', async () => {
    const fan = await member('fan')
    const gone = await creator('gone')
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${gone.id}`
    const refused: [Person, string, number][] = [
      [visitor, OWN, 401],
      [fan, OWN, 403],
      [gone, OWN, 401],
      [visitor, ANY, 401],
      [amy, ANY, 403],
    ]
    for (const [person, path, status] of refused)
      expect((await announces(person, path)).status, `${person.email} ${path}`).toBe(status)
    expect(await ctx.db`select from leak_lookups`).toHaveLength(0)
  })

  it('Staff read in the audit log which of their look-ups were refused, and why', async () => {
    const ask = async (fields: object) => (await admin.send('POST', ANY, { ...fields })).status
    expect(await ask({ file: copy, username: 'nobody-at-all' })).toBe(404)
    expect(await ask({ file: Buffer.from('no picture') })).toBe(422)
    expect(await ask({})).toBe(422)
    expect((await admin.ask('POST', ANY, {})).status).toBe(415)
    expect(await audited()).toEqual(
      ['invalid', 'invalid', 'not_found', 'unsupported_type'].map((reason) => ({ outcome: 'refused', reason })),
    )
  })

  it('After too many look-ups of an hour the next one is refused before a byte of the copy has been sent, for creators and staff', async () => {
    product.passes(DAY_MS)
    admin.token = (await staff('admin2', 'admin')).token
    for (const [person, path] of [
      [amy, OWN],
      [admin, ANY],
    ] as const) {
      for (let at = 0; at < 20; at += 1) expect((await person.send('POST', path, {})).status).toBe(422)
      const { status, body } = await announces(person, path)
      expect([status, JSON.parse(body).code]).toEqual([429, 'rate_limited'])
    }
  })

  it('Who goes on asking fills no log: of an hour it has twenty refusals', async () => {
    const boss = await staff('boss', 'admin')
    for (let at = 0; at < 30; at += 1) await boss.send('POST', ANY, {})
    expect(await ctx.db`select from audit_log where action = 'leak_looked_up' and staff_id = ${boss.id}`).toHaveLength(
      20,
    )
  })
})
