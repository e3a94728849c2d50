import { createWriteStream } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { refundUnapplied } from '#server/domain/payments/provider-work.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { eraseAccounts } from '#server/features/deletion/erasure.ts'
import { prepareExports } from '#server/features/exports/jobs.ts'
import { createDiskExports } from '#server/media/store/export-files.ts'
import { openSession } from './support/database/account-rows.ts'
import { countWaiting } from './support/database/lock-waits.ts'
import { exportFiles, mediaOf, storedFiles } from './support/files/stored-files.ts'
import { openShop } from './support/payments/shop.ts'
import { IBAN, sendIdentity } from './support/scenarios/identities.ts'
import { PASSWORD, type Person, world } from './support/world.ts'

/** Race conditions: what others do while an account is being erased. */

const { ctx, visitor, member, creator, staff, stranger, subscribe, passes, mails } = await world({
  PAYMENTS: 'sandbox',
})
const { db } = ctx

async function requestDeletion(person: Person): Promise<void> {
  expect((await person.ask('POST', '/user/deletion', { current_password: PASSWORD })).status).toBe(200)
}

/** Ends the grace period. People who act after that sign in again, because their sessions have ended. */
async function endGracePeriod(...active: Person[]): Promise<void> {
  passes(14 * DAY_MS)
  for (const person of active) await person.signIn()
}

/** Waits until so many statements wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await expect.poll(() => countWaiting(db), { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(count)
}

/** Starts an erasure, which a lock stops before it writes to this table, and lets it go on after `meanwhile` is answered or waits. */
async function duringErasure<T>(table: string, meanwhile: () => Promise<T>): Promise<T> {
  let erasing: Promise<void> = Promise.resolve()
  const { running } = await db.begin(async (tx) => {
    await tx`lock table ${tx(table)} in exclusive mode`
    erasing = eraseAccounts(ctx)
    erasing.catch(() => {})
    await untilWaiting(1)
    return { running: await settledOrWaiting(meanwhile(), 2) }
  })
  await erasing
  return await running()
}

/** Resolves as soon as the promise is settled, or as so many statements wait for a lock. */
async function settledOrWaiting<T>(running: Promise<T>, waiting = 1): Promise<() => Promise<T>> {
  running.catch(() => {})
  await Promise.race([running.catch(() => {}), untilWaiting(waiting)])
  return () => running
}

/** A latch: code that calls `pass()` stops there until the test calls `open()`. */
function createLatch() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return {
    reached,
    open,
    async pass() {
      reach()
      await opened
    },
  }
}

async function rowsOf(id: string): Promise<string[]> {
  const found: string[] = []
  const owned = {
    posts: 'profile_id',
    media: 'owner_id',
    likes: 'user_id',
    reports: 'author_id',
    handled_reports: 'author_id',
    report_cases: 'author_id',
    notices: 'user_id',
    exports: 'user_id',
    password_resets: 'user_id',
    sessions: 'user_id',
    verifications: 'creator_id',
    verification_files: 'creator_id',
    payees: 'creator_id',
  }
  for (const [table, column] of Object.entries(owned)) {
    if ((await db`select from ${db(table)} where ${db(column)} = ${id}`).length > 0) found.push(table)
  }
  const [user] = await db`select username from users where id = ${id}`
  if (user?.username !== null) found.push('users')
  return found
}

/** Starts a second erasure before the first one has ended. */
async function eraseTwice(): Promise<void> {
  const ending = createLatch()
  const first = eraseAccounts({ ...ctx, mail: { ...ctx.mail, forget: () => ending.pass() } })
  await ending.reached
  const second = await settledOrWaiting(eraseAccounts(ctx))
  ending.open()
  await Promise.all([first, second()])
}

describe('Two erasures at once', () => {
  it('Two erasures at once delete a conversation whose two participants are both erased', async () => {
    const [fan, amy] = [await member('fan-a'), await creator('amy-a')]
    await subscribe(fan, amy)
    const { id } = await fan.writes(amy)
    // Without this row, the conversation is all that both erasures lock.
    await db`delete from subscriptions where fan_id = ${fan.id}`
    for (const person of [fan, amy]) await requestDeletion(person)
    await endGracePeriod()
    await eraseTwice()
    expect([...(await db`select from conversations where id = ${id}`)]).toEqual([])
    expect([await rowsOf(fan.id), await rowsOf(amy.id)]).toEqual([[], []])
  })

  it('Two erasures at once do not deadlock if both users like a post of the other', async () => {
    const [bob, amy] = [await creator('bob-a'), await creator('amy-z')]
    const [his, hers] = [await bob.posts(), await amy.posts()]
    expect((await bob.ask('POST', '/like', { post_id: hers.id })).status).toBe(200)
    expect((await amy.ask('POST', '/like', { post_id: his.id })).status).toBe(200)
    for (const person of [bob, amy]) await requestDeletion(person)
    await endGracePeriod()
    await eraseTwice()
    expect([await rowsOf(bob.id), await rowsOf(amy.id)]).toEqual([[], []])
  })
})

describe('During an erasure', () => {
  it('During an erasure, a verification and a bank account that are still being sent wait, and are refused', async () => {
    const zoe = await creator('zoe-b')
    expect((await sendIdentity(zoe)).status).toBe(200)
    await requestDeletion(zoe)
    await endGracePeriod()
    // A session that has outlived the request, as one of a request that was already under way.
    zoe.token = await openSession(db, { user_id: zoe.id, user_agent: 'late', now: ctx.now() })
    const answers = await duringErasure('notices', () =>
      Promise.all([sendIdentity(zoe), zoe.ask('PUT', '/payouts/account', { iban: IBAN, current_password: PASSWORD })]),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 422])
    expect(await rowsOf(zoe.id)).toEqual([])
  })

  it('During an erasure, staff who remove a post or dismiss a report of the user wait, and get an answer', async () => {
    const [amy, other, reporter] = [await creator('amy-b'), await creator('other-b'), await member('reporter-b')]
    const admin = await staff('admin-b', 'admin')
    const [post, judged] = [await amy.posts(), await other.posts()]
    const reason = 'Inapropriate content'
    expect((await amy.ask('POST', '/reports', { post_id: judged.id, reason })).status).toBe(201)
    expect((await reporter.ask('POST', '/reports', { post_id: judged.id, reason })).status).toBe(201)
    await requestDeletion(amy)
    await endGracePeriod(admin)
    const answers = await duringErasure('notices', () =>
      Promise.all([
        admin.ask('DELETE', `/admin/posts/${post.id}`, { reason: 'Stolen' }),
        admin.ask('POST', `/admin/reports/${judged.id}/dismiss`, { note: 'Fine' }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 200])
    expect(await rowsOf(amy.id)).toEqual([])
  })

  it('A fan whose ticket is refunded while the creator is erased gets the money back, and neither of the two fails', async () => {
    const [fan, amy] = [await member('fan-pay'), await creator('amy-pay')]
    const { provider, orders, pays } = openShop({ ctx })
    const at = ctx.now()
    const tickets = [await orders(fan, amy, { period: 'day' }), await orders(fan, amy, { period: 'day' })]
    const payments = tickets.map((order, second) => pays(order, new Date(at.getTime() + second)))
    for (const payment of payments) await settlePayment(ctx, payment)
    const [, refunded = ''] = payments
    await requestDeletion(amy)
    await endGracePeriod()
    provider.payments.get(refunded)?.refunds.push({ reference: 're_while_erased', at, cents: 959, state: 'done' })
    // The refund writes the second period and then the first one, which has to move; a deletion finds them the other way round.
    const [first] = await db<{ id: string }[]>`
      update subscriptions set entitled_until = entitled_until - interval '1 hour'
      where id = (select id from subscriptions where fan_id = ${fan.id} order by starts_at limit 1) returning id`
    let erasing: Promise<void> = Promise.resolve()
    const { settling } = await db.begin(async (tx) => {
      await tx`select from subscriptions where id = ${first?.id ?? null} for update`
      erasing = eraseAccounts(ctx)
      erasing.catch(() => {})
      await untilWaiting(1)
      return { settling: await settledOrWaiting(settlePayment(ctx, refunded), 2) }
    })
    await Promise.all([erasing, settling()])
    expect(await rowsOf(amy.id)).toEqual([])
    const [books] =
      await db`select sum(charged)::int as left from movements where reference in (${refunded}, 're_while_erased')`
    expect(books).toEqual({ left: 0 })
  })

  it('A payment that is settled while the creator blocks the fan is given back, whichever of the two comes first', async () => {
    const { provider, orders, pays } = openShop({ ctx })
    for (const first of ['the settlement', 'the block'] as const) {
      const [fan, amy] = [await member(`fan of ${first}`), await creator(`amy of ${first}`)]
      const { username } = (await fan.ask('GET', '/user')).body
      const payment = pays(await orders(fan, amy, { period: 'day' }), ctx.now())
      const settle = () => settlePayment(ctx, payment)
      const block = () => amy.ask('POST', '/blocks', { username })
      const [one, other] = first === 'the settlement' ? [settle, block] : [block, settle]
      // The first one has read who blocks whom, and waits before it writes.
      const held = first === 'the settlement' ? 'movements' : 'blocks'
      let running: Promise<unknown> = Promise.resolve()
      const { second } = await db.begin(async (tx) => {
        await tx`lock table ${tx(held)} in exclusive mode`
        running = one()
        running.catch(() => {})
        await untilWaiting(1)
        return { second: await settledOrWaiting<unknown>(other(), 2) }
      })
      await Promise.all([running, second()])
      const rows = await db`
        select u.reason from unapplied_payments u join movements m on m.id = u.movement_id where m.reference = ${payment}`
      expect(rows, first).toEqual([{ reason: 'blocked' }])
    }
    await refundUnapplied(ctx)
    expect([...provider.payments.values()].every(({ refunds }) => refunds.length === 1)).toBe(true)
  })

  it('An erasure leaves out an account about which staff decide at that moment, and the next run deletes what that wrote', async () => {
    const [amy, admin] = [await creator('amy-c'), await staff('admin-c', 'admin')]
    const post = await amy.posts()
    await requestDeletion(amy)
    await endGracePeriod(admin)
    const removing = await db.begin(async (tx) => {
      await tx`lock table audit_log in exclusive mode`
      const removing = admin.ask('DELETE', `/admin/posts/${post.id}`)
      await untilWaiting(1)
      await eraseAccounts(ctx)
      return () => removing
    })
    expect((await removing()).status).toBe(200)
    expect(await rowsOf(amy.id)).not.toEqual([])
    await eraseAccounts(ctx)
    expect(await rowsOf(amy.id)).toEqual([])
  })

  it('During an erasure others can like, write and read, and every like is counted', async () => {
    const [amy, other, fan] = [await creator('amy-d'), await creator('other-d'), await member('fan-d')]
    await subscribe(fan, amy)
    const [own, theirs] = [await amy.posts(), await other.posts()]
    const { id } = await fan.writes(amy)
    for (const post_id of [own.id, theirs.id]) await amy.ask('POST', '/like', { post_id })
    await requestDeletion(amy)
    await endGracePeriod(fan)
    const answers = await duringErasure('notices', () =>
      Promise.all([
        fan.ask('POST', '/like', { post_id: own.id }),
        fan.ask('POST', `/conversations/${id}/messages`, { content: 'Still there?' }),
        fan.ask('GET', `/conversations/${id}`),
        fan.ask('POST', '/like', { post_id: theirs.id }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 200, 200])
    expect([...(await db`select likes_count from posts where id = ${theirs.id}`)]).toEqual([{ likes_count: 1 }])
    expect(await rowsOf(amy.id)).toEqual([])
  })

  it('During an erasure a password-reset link does not work any more', async () => {
    const amy = await member('amy-e')
    await requestDeletion(amy)
    await endGracePeriod()
    await visitor.ask('POST', '/users/password', { user: { email: amy.email } })
    const texts = (await mails()).filter(({ to }) => to?.[0]?.address === amy.email).map(({ text = '' }) => text)
    const reset_password_token = texts.join('\n').match(/reset_password_token=([\w-]+)/)?.[1]
    const password = 'another good password'
    const user = { reset_password_token, password, password_confirmation: password }
    const { status } = await duringErasure('notices', () => visitor.ask('PUT', '/users/password', { user }))
    expect(status).toBe(422)
    expect((await stranger('amy-e').signIn(password)).status).toBe(401)
    expect(await rowsOf(amy.id)).toEqual([])
  })

  it('During an erasure no password-reset link is created for a request from before', async () => {
    const amy = await member('amy-k')
    await requestDeletion(amy)
    await ctx.jobs.runDue()
    await endGracePeriod()
    await visitor.ask('POST', '/users/password', { user: { email: amy.email } })
    await duringErasure('notices', () => ctx.jobs.runDue())
    expect(await rowsOf(amy.id)).toEqual([])
    expect((await mails()).filter(({ to }) => to?.[0]?.address === amy.email)).toEqual([])
  })

  it('An erasure waits for a password-reset mail that is being sent, and deletes the mail', async () => {
    const amy = await member('amy-f')
    await requestDeletion(amy)
    await ctx.jobs.runDue()
    await endGracePeriod()
    await visitor.ask('POST', '/users/password', { user: { email: amy.email } })
    const { send } = ctx.mail
    const mailing = createLatch()
    ctx.mail.send = async (mail) => {
      await mailing.pass()
      await send(mail)
    }
    const mailed = ctx.jobs.runDue()
    await mailing.reached
    const erased = await settledOrWaiting(eraseAccounts(ctx))
    mailing.open()
    await Promise.all([mailed, erased()])
    ctx.mail.send = send
    expect(await rowsOf(amy.id)).toEqual([])
    expect((await mails()).filter(({ to }) => to?.[0]?.address === amy.email)).toEqual([])
  })
})

describe('After an erasure', () => {
  it('An export that is finished after the erasure is deleted', async () => {
    const amy = await creator('amy-g')
    await amy.posts()
    await amy.ask('POST', '/exports')
    const writing = createLatch()
    let isFirst = true
    const slow = createDiskExports(ctx.config, (file) => {
      const output = createWriteStream(file)
      const { _write } = output
      output._write = (...args) => {
        const ready = isFirst ? writing.pass() : Promise.resolve()
        isFirst = false
        void ready.then(() => _write.apply(output, args))
      }
      return output
    })
    const prepared = prepareExports({ ...ctx, media: { ...ctx.media, exports: slow } })
    await writing.reached
    await requestDeletion(amy)
    await endGracePeriod()
    await eraseAccounts(ctx)
    writing.open()
    await prepared
    expect(await exportFiles(ctx)).toEqual([])
    expect(await rowsOf(amy.id)).toEqual([])
  })

  it('An export that is finished during the erasure is deleted with its notice', async () => {
    const amy = await member('amy-h')
    await amy.ask('POST', '/exports')
    const [preparing, erasing] = await db.begin(async (tx) => {
      await tx`lock table notices in exclusive mode`
      const preparing = prepareExports(ctx)
      await untilWaiting(1)
      await requestDeletion(amy)
      await endGracePeriod()
      const erasing = eraseAccounts(ctx)
      erasing.catch(() => {})
      await untilWaiting(2)
      return [() => preparing, () => erasing] as const
    })
    await Promise.all([preparing(), erasing()])
    expect(await exportFiles(ctx)).toEqual([])
    expect(await rowsOf(amy.id)).toEqual([])
  })

  it('A post whose upload ends after the erasure is not published, and its files are swept', async () => {
    const amy = await creator('amy-i')
    await amy.posts()
    const { takeImage } = ctx.media
    const looking = createLatch()
    ctx.media.takeImage = async (file) => {
      const stored = await takeImage(file)
      await looking.pass()
      return stored
    }
    const posting = amy.posts().catch((error: Error) => error.message)
    await looking.reached
    ctx.media.takeImage = takeImage
    await requestDeletion(amy)
    await endGracePeriod()
    await eraseAccounts(ctx)
    looking.open()
    expect(await posting).toContain('404')
    expect(await rowsOf(amy.id)).toEqual([])
    for (let day = 0; day < 3; day += 1) {
      await ctx.jobs.send('sweep_media', {})
      await ctx.jobs.runDue()
      passes(DAY_MS)
    }
    const known = await mediaOf(db)
    const files = await storedFiles(ctx)
    expect(files.filter((file) => !known.some(({ store_key }) => file.startsWith(store_key)))).toEqual([])
  })
})
