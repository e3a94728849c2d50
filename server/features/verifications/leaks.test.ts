import { describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { leaksOf, makeSecret, type ProbeRequest } from '#tests/support/network/leaks.ts'
import { apiRequests } from '#tests/support/network/probe-requests.ts'
import { decideIdentity, IBAN, sendIdentity } from '#tests/support/scenarios/identities.ts'
import { type Person, world } from '#tests/support/world.ts'

/** Searches every answer of every call for who a creator is. Only the owner and admins may find something. */

const { ctx, creatorNamed, member, staff, subscribe, visitor, logs } = await world({
  PAYMENTS: 'sandbox',
  STORY_AUTHORS: 'creator',
})
const [amy, other] = [await creatorNamed('amy'), await creatorNamed('other')]
const [fan, moderator, admin] = [
  await member('fan'),
  await staff('moderator', 'moderator'),
  await staff('admin', 'admin'),
]
await subscribe(fan, amy)
await amy.posts()
const { id: conversation_id } = await fan.writes(amy)
const document = await noisePicture({ seed: 77 })
const words = {
  legal_name: 'Leaked Name',
  street: 'Leaked Street',
  city: 'Leaked City',
  tax_number: 'LEAKED-1',
  birth_date: '1987-06-05',
}
await sendIdentity(amy, { ...words, document, portrait: document })
const secret = makeSecret({
  name: 'amy',
  files: [document],
  words: [...Object.values(words), IBAN, IBAN.slice(4)],
  seen_by: [],
})

const requests: ProbeRequest[] = [
  ...apiRequests(endpointEntries(), { ids: [amy.id, conversation_id], usernames: ['amy'], post_ids: [amy.id] }),
  ...['document', 'portrait'].map((kind) => ({
    method: 'GET',
    path: `/api/admin/verifications/${amy.id}/files/${kind}`,
  })),
]
  // Without calls that change what the others find, and once for each path.
  .filter(({ method, path }) => (method === 'GET' || /verif|payout/.test(path)) && !path.includes('?'))

async function leaksTo(person: Person): Promise<string[]> {
  const found: string[] = []
  for (const { method, path, body } of requests) {
    const reply = await person.fetch(path.slice('/api'.length), {
      method: method as 'GET',
      ...(body !== undefined && { payload: body, headers: { 'content-type': 'application/json' } }),
    })
    const headers = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]))
    const leaks = leaksOf(secret, { status: reply.status, headers, body: reply.bytes })
    if (leaks.length > 0) found.push(`${method} ${path.replace(amy.id, '{id}')}`)
  }
  return found
}

async function exportOf(person: Person): Promise<Buffer> {
  const { id } = (await person.ask('POST', '/exports')).body
  await ctx.jobs.runDue()
  return Buffer.concat([...(await unzip((await person.fetch(`/exports/${id}/file`)).bytes)).values()])
}

describe('Who a creator is', () => {
  it('No call tells a visitor, a subscriber, another creator or a moderator anything of it', async () => {
    expect(requests.length).toBeGreaterThan(60)
    for (const person of [visitor, fan, other, moderator]) expect(await leaksTo(person)).toEqual([])
  })

  it('Its owner reads the details in one place and the name on the account in another, and gets no file back', async () => {
    expect(await leaksTo(amy)).toEqual(['GET /api/balance', 'GET /api/verification'])
    expect((await amy.ask('GET', '/verification')).text).not.toContain(IBAN)
  })

  it('An admin reads it in the verification and in its files only, and the search finds it there', async () => {
    expect(await leaksTo(admin)).toEqual([
      'GET /api/admin/verifications/{id}',
      'GET /api/admin/verifications/{id}/files/document',
      'GET /api/admin/verifications/{id}/files/portrait',
    ])
  })

  it('The exports of others contain nothing of it, also not that of the admin who decided', async () => {
    await decideIdentity(admin, amy)
    for (const person of [fan, other, admin]) {
      const archive = await exportOf(person)
      expect(leaksOf(secret, { status: 200, headers: {}, body: archive })).toEqual([])
    }
    expect((await exportOf(amy)).includes('Leaked Name')).toBe(true)
  })

  it('No file of the media store, no job and no line of the log contains it', async () => {
    const jobs = await ctx.db<{ row: string }[]>`select j::text as row from pgboss.job j`
    const body = Buffer.from([...jobs.map(({ row }) => row), ...logs].join('\n'))
    expect(leaksOf(secret, { status: 200, headers: {}, body })).toEqual([])
    const media = await ctx.db`select from media where owner_id = ${amy.id}`
    expect(media).toHaveLength(1)
  })
})
