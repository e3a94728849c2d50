import { afterAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { connect } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import { startProduct } from '#tests/e2e/support/product.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { runCommandHere } from '#tests/support/processes/run-command.ts'
import { runScript } from '#tests/support/processes/run-script.ts'
import { PASSWORD } from '#tests/support/world.ts'
import { subscription as program } from '../scripts/subscription.ts'

const database = await createTestDatabase()
const product = await startProduct({ DATABASE_URL: database.url })
const db = connect(database.url)
afterAll(async () => {
  await db.end()
  await product.stop()
  await database.drop()
})

/** Runs the subscription command on the database of the running product. */
const subscription = (...args: string[]) => runCommandHere(program, args, { DATABASE_URL: database.url })

async function call(method: string, url: string, body?: unknown, token = ''): Promise<Response> {
  return await fetch(`${product.url}/api${url}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Signs up and signs in through the API. */
async function member(name: string): Promise<{ id: string; username: string; token: string }> {
  const user = { email: `${name}@example.com`, password: PASSWORD }
  await call('POST', '/users', { user })
  const signedIn = await call('POST', '/users/sign_in', { user })
  const token = signedIn.headers.get('authorization') ?? ''
  const renamed = await call('PUT', '/user', { username: name }, token)
  return { ...((await renamed.json()) as { id: string; username: string }), token }
}

const fan = await member('Theo')
const creator = await member('Margaux')
await insertProfile(db, { id: creator.id, created_at: new Date() })
const kept = async () => [
  ...(await db`select fan_id, profile_id, starts_at, expires_at from subscriptions order by id`),
]

describe('The subscription command refuses', () => {
  it.each([[[]], [['grant', 'theo', 'margaux']], [['revoke', 'theo', 'margaux', '5']], [['list', 'theo', 'x']]])(
    'The subscription command prints its usage for wrong arguments: %j',
    async (args) => {
      const { code, stdout, stderr } = await subscription(...args)
      expect(code).toBe(2)
      expect(stdout).toBe('')
      expect(stderr).toContain('npm run subscription -- grant FAN CREATOR DAYS')
    },
  )

  it.each([
    ['an unknown fan', ['grant', 'nobody', 'margaux', '5'], 'There is no user with the name or address nobody.'],
    [
      'an unknown creator',
      ['grant', 'theo', 'x@example.com', '5'],
      'There is no user with the name or address x@example.com.',
    ],
    [
      'a creator without a profile',
      ['grant', 'margaux', 'theo', '5'],
      'Theo is not a creator: there is no profile to subscribe to.',
    ],
    [
      'a subscription to oneself',
      ['grant', 'margaux', 'MARGAUX@example.com', '5'],
      'Margaux cannot subscribe to themselves.',
    ],
    [
      'too many days',
      ['grant', 'theo', 'margaux', '3651'],
      'DAYS must be a whole number from 1 to 3650; it is "3651".',
    ],
    ['half a day', ['grant', 'theo', 'margaux', '0.5'], 'DAYS must be a whole number from 1 to 3650; it is "0.5".'],
    [
      'a revocation for an unknown fan',
      ['revoke', 'nobody', 'margaux'],
      'There is no user with the name or address nobody.',
    ],
    [
      'a revocation without a grant',
      ['revoke', 'theo', 'margaux'],
      'Theo has nothing left that was granted for Margaux.',
    ],
    ['the list of an unknown fan', ['list', 'nobody'], 'There is no user with the name or address nobody.'],
  ])('The subscription command refuses %s with one sentence', async (_, args, sentence) => {
    expect(await subscription(...args)).toMatchObject({ code: 1, stdout: '', stderr: `${sentence}\n` })
    expect(await kept()).toEqual([])
  })
})

describe('A granted subscription', () => {
  const suscribed = async () => {
    const answer = await call('GET', '/profiles/margaux', undefined, fan.token)
    return ((await answer.json()) as { suscribed: boolean }).suscribed
  }

  // Spec 1.6
  it('An operator grants a subscription while the product runs, by username or e-mail address in any case, and a second grant extends it', async () => {
    expect(await suscribed()).toBe(false)
    // As an operator runs it, in a process of its own.
    const words = ['grant', 'THEO', 'margaux', '1']
    const first = await runScript('scripts/subscription.ts', words, { DATABASE_URL: database.url })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const [row] = await kept()
    expect(row).toMatchObject({ fan_id: fan.id, profile_id: creator.id })
    expect(row?.expires_at.getTime() - row?.starts_at.getTime()).toBe(DAY_MS)
    expect(first.stdout).toBe(`Theo is subscribed to Margaux until ${row?.expires_at.toISOString()}.\n`)
    expect(await suscribed()).toBe(true)

    await call('PUT', '/user', { username: 'Theodore' }, fan.token)
    const second = await subscription('grant', 'theo', 'Margaux@EXAMPLE.com', '30')
    const until = new Date(row?.expires_at.getTime() + 30 * DAY_MS).toISOString()
    expect(second.stdout).toBe(`Theodore is subscribed to Margaux until ${until}.\n`)
    expect(await kept()).toHaveLength(1)
  })

  it('A subscription that an operator grants is in the audit log, the fan gets a notice, and the creator one of the first', async () => {
    const entries = [...(await db`select staff_id, action, user_id, details from audit_log order by id`)]
    expect(entries).toMatchObject([
      { staff_id: null, action: 'subscription_granted', user_id: fan.id, details: { creator_id: creator.id, days: 1 } },
      {
        staff_id: null,
        action: 'subscription_granted',
        user_id: fan.id,
        details: { creator_id: creator.id, days: 30 },
      },
    ])
    // Those of one grant have the same time, so that their ids have no order.
    expect([...(await db`select user_id, kind from member_notices order by kind`)]).toEqual([
      { user_id: creator.id, kind: 'new_subscriber' },
      { user_id: fan.id, kind: 'subscription_granted' },
      { user_id: fan.id, kind: 'subscription_granted' },
    ])
  })

  it('A grant after a subscription has ended starts a new period', async () => {
    await db`
      update subscriptions set starts_at = now() - interval '3 days', expires_at = now() - interval '1 day',
        entitled_from = now() - interval '3 days'`
    expect(await suscribed()).toBe(false)
    expect((await subscription('grant', 'theodore', 'margaux', '3650')).code).toBe(0)
    expect(await kept()).toHaveLength(2)
    expect(await suscribed()).toBe(true)
  })

  it('The subscription command lists active and ended subscriptions of a fan', async () => {
    const { code, stdout } = await subscription('list', 'Theo@example.com')
    expect(code).toBe(0)
    const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
    expect(stdout.replaceAll(time, 'TIME').split('\r\n')).toEqual([
      'creator,starts_at,expires_at,is_active',
      'Margaux,TIME,TIME,true',
      'Margaux,TIME,TIME,false',
      '',
    ])
    expect((await subscription('list', 'margaux')).stdout).toBe('creator,starts_at,expires_at,is_active\r\n')
  })

  it('An operator takes back what is left of a grant; a second time there is nothing left', async () => {
    const revoked = await subscription('revoke', 'theodore', 'margaux')
    expect(revoked).toMatchObject({
      code: 0,
      stdout: 'What was left of the grant of Theodore for Margaux was taken back.\n',
      stderr: '',
    })
    expect(await suscribed()).toBe(false)
    const [entry] = await db`select staff_id, action, user_id, details from audit_log order by id desc limit 1`
    const details = { creator_id: creator.id }
    expect(entry).toEqual({ staff_id: null, action: 'subscription_revoked', user_id: fan.id, details })
    expect(await subscription('revoke', 'theodore', 'margaux')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Theodore has nothing left that was granted for Margaux.\n',
    })
  })

  it('Ten grants at the same time extend a subscription by the sum of their days', async () => {
    const other = await member('Yuki')
    const now = new Date()
    const grant = { fan_id: other.id, profile_id: creator.id, days: 3, now }
    await Promise.all(
      Array.from({ length: 10 }, () => db.begin((tx) => grantSubscription(tx, { id: newId(now), ...grant }))),
    )
    const rows = await db`select starts_at, expires_at from subscriptions where fan_id = ${other.id}`
    expect([...rows]).toEqual([{ starts_at: now, expires_at: new Date(now.getTime() + 30 * DAY_MS) }])
  })
})
