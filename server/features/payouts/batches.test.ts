import { describe, expect, it } from 'vitest'
import type { PayoutBatch, StaffPayout } from '#contract/payouts.ts'
import { DAY_MS } from '#contract/time.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
import { earn, erase, makePayable } from '#tests/support/payouts/payees.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const house = await world({ PAYMENTS: 'sandbox', SELLER: 'Loge SAS|12 rue des Arts' })
const { ctx, visitor, member, creator, creatorNamed, staff, passes, mailsTo } = house
const [ada, ben] = [await staff('ada', 'admin'), await staff('ben', 'admin')]
const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)

/** Days pass, and people sign in again. */
async function waits(ms: number, ...people: Person[]): Promise<void> {
  passes(ms)
  for (const person of [ada, ...people])
    person.token = await openSession(ctx.db, { user_id: person.id, user_agent: 'lightMyRequest', now: ctx.now() })
}

/** A creator who asks for this many cents. */
async function asks(name: string, cents: number): Promise<Person & { payout: string }> {
  const person = await creatorNamed(name)
  await makePayable(ctx, person.id, { holder: `${name} Doe` })
  return Object.assign(person, { payout: await asksAgain(person, cents) })
}

async function asksAgain(person: Person, cents: number): Promise<string> {
  // Payouts of one millisecond have no order.
  passes(1)
  await earn(ctx, person.id, cents, ago(30))
  const { status, body } = await person.ask('POST', '/payouts')
  expect(status).toBe(201)
  return body.id
}

async function batches(admin = ada): Promise<PayoutBatch> {
  const { status, body } = await admin.ask('POST', '/admin/payout_batches')
  expect(status).toBe(201)
  return body
}

const fileOf = (batch: PayoutBatch) => ada.ask('GET', `/admin/payout_batches/${batch.id}/file`)
const marks = (batch: PayoutBatch, state: string) =>
  ada.ask('POST', `/admin/payout_batches/${batch.id}/outcome`, { state })
const decides = (id: string, body: object) => ada.ask('POST', `/admin/payouts/${id}/outcome`, body)
const totalOf = async (person: Person) => (await person.ask('GET', '/balance')).body.total
const linesOf = async (batch: PayoutBatch): Promise<StaffPayout[]> =>
  (await ada.ask('GET', `/admin/payouts?batch=${batch.id}`)).body
const audited = async (action: string) =>
  await ctx.db`select staff_id, user_id, reason, details from audit_log where action = ${action} order by created_at, id`

/** Puts away what other tests have left. */
async function emptiesDesk(): Promise<void> {
  const { status } = await ada.ask('POST', '/admin/payout_batches')
  expect([201, 409]).toContain(status)
}

describe('Who keeps the till', () => {
  it('A visitor, a fan, a creator and a moderator see and decide nothing', async () => {
    const people = [await member('fan'), await creator('plain'), await staff('mo', 'moderator')]
    const calls = [
      ['GET', '/admin/payout_desk'],
      ['GET', '/admin/payouts'],
      ['POST', `/admin/payouts/${NOBODY}/outcome`],
      ['GET', '/admin/payout_batches'],
      ['POST', '/admin/payout_batches'],
      ['GET', `/admin/payout_batches/${NOBODY}`],
      ['GET', `/admin/payout_batches/${NOBODY}/file`],
      ['POST', `/admin/payout_batches/${NOBODY}/outcome`],
    ] as const
    for (const [method, url] of calls) {
      expect((await visitor.ask(method, url)).status, url).toBe(401)
      for (const person of people) expect((await person.ask(method, url)).status, url).toBe(403)
    }
  })

  it('What does not exist is a 404, and what makes no sense a 422', async () => {
    expect((await decides(NOBODY, { state: 'failed' })).status).toBe(404)
    expect((await ada.ask('POST', `/admin/payout_batches/${NOBODY}/outcome`, { state: 'sent' })).status).toBe(404)
    expect((await ada.ask('GET', `/admin/payout_batches/${NOBODY}`)).status).toBe(404)
    expect((await ada.ask('GET', '/admin/payout_batches/x')).status).toBe(404)
    expect((await ada.ask('GET', `/admin/payout_batches/${NOBODY}/file`)).status).toBe(404)
    expect((await ada.ask('GET', '/admin/payout_batches/x/file')).status).toBe(404)
    const { payout } = await asks('Sensible', 2000)
    for (const body of [{}, { state: 'sent' }, { state: 'failed', failure: 'x' }, { state: 'failed', note: '' }, []])
      expect((await decides(payout, body)).status, JSON.stringify(body)).toBe(422)
    expect(await decides(payout, { state: 'paid' })).toMatchObject({
      status: 422,
      body: { fields: { state: expect.any(String) } },
    })
    const batch = await batches()
    for (const state of ['open', 'failed', '']) expect((await marks(batch, state)).status).toBe(422)
    expect((await marks(batch, 'paid')).status).toBe(422)
    expect((await ada.ask('GET', '/admin/payouts?state=lost')).status).toBe(422)
  })

  it('An empty desk has nothing to pay', async () => {
    await emptiesDesk()
    expect(await ada.ask('POST', '/admin/payout_batches')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_pay' },
    })
    expect((await ada.ask('GET', '/admin/payout_desk')).body).toEqual({
      method: 'manual',
      waiting: { lines: 0, amount: '0.00' },
      has_account: true,
    })
  })
})

describe('A batch', () => {
  it('It leaves out who is frozen and whose account was just changed, and says so; the next one takes them', async () => {
    await emptiesDesk()
    const [good, frozen, moved] = [await asks('Good', 2100), await asks('Cold', 2200), await asks('Moved', 2300)]
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${frozen.id}`
    await ctx.db`update payees set held_until = ${new Date(ctx.now().getTime() + 1)} where creator_id = ${moved.id}`
    const waiting = (await ada.ask('GET', '/admin/payout_desk')).body.waiting
    expect(waiting).toEqual({ lines: 1, amount: '21.00' })
    const { body } = await ada.ask('GET', '/admin/payouts?state=asked')
    const waits = Object.fromEntries(body.map((row: StaffPayout) => [row.id, row.waits_for]))
    expect([waits[good.payout], waits[frozen.payout], waits[moved.payout]]).toEqual([null, 'frozen', 'account_change'])
    expect((await linesOf(await batches())).map(({ id }) => id)).toEqual([good.payout])
    await ctx.db`
      update users set frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null where id = ${frozen.id}`
    passes(1)
    expect(await batches()).toMatchObject({ lines: 2, amount: '45.00', state: 'open', created_by: expect.any(String) })
  })

  it('Whoever is frozen, no longer verified or has a lost key when the file is made is not in it, and waits for a later batch', async () => {
    await emptiesDesk()
    const [good, frozen, lapsed, lost] = [
      await asks('Fine', 2100),
      await asks('Iced', 2200),
      await asks('Lapsed', 2300),
      await asks('Lost', 2400),
    ]
    const batch = await batches()
    expect(batch.lines).toBe(4)
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${frozen.id}`
    await ctx.db`update verifications set state = 'refused', refusal = 'other' where creator_id = ${lapsed.id}`
    await ctx.db`update payouts set key_id = 'lost' where id = ${lost.payout}`
    const reasons = async () =>
      Object.fromEntries((await linesOf(batch)).map((line) => [line.id, line.waits_for] as const))
    expect(await reasons()).toEqual({
      [good.payout]: null,
      [frozen.payout]: 'frozen',
      [lapsed.payout]: 'verification',
      [lost.payout]: 'account',
    })
    const { status, text } = await fileOf(batch)
    expect(status).toBe(200)
    expect(readPain001(text).transfers.map(({ reference }) => reference)).toEqual([good.payout.replaceAll('-', '')])
    expect(await reasons()).toEqual({ [good.payout]: null })
    // What has left the house stays as it is.
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${good.id}`
    expect((await fileOf(batch)).text).toContain(good.payout.replaceAll('-', ''))
    await ctx.db`
      update users set frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null
      where id in (${frozen.id}, ${good.id})`
    expect((await linesOf(await batches())).map(({ id }) => id)).toEqual([frozen.payout])
  })

  it('Two admins at once never hold the same cent', async () => {
    await emptiesDesk()
    const asked: string[] = []
    for (let round = 0; round < 12; round += 1) asked.push((await asks(`Twin${round}`, 2000 + round)).payout)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? ada : ben).ask('POST', '/admin/payout_batches')),
    )
    const made = replies.filter(({ status }) => status === 201).map(({ body }) => body as PayoutBatch)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(8 - made.length)
    const lines = (await Promise.all(made.map(linesOf))).flat().map(({ id }) => id)
    expect(lines.toSorted()).toEqual(asked.toSorted())
    const files = await Promise.all(made.map(fileOf))
    const references = files.flatMap(({ text }) => readPain001(text).transfers.map(({ reference }) => reference))
    expect(new Set(references).size).toBe(asked.length)
  })

  it('Its file is a valid SEPA transfer to the accounts of that moment, and each download is in the audit log', async () => {
    await emptiesDesk()
    const [amy, zoe] = [await asks('Amy', 12_345), await asks('Zoe', 2000)]
    const batch = await batches()
    // Friday: the next banking day is Monday.
    const friday = new Date('2026-03-13T10:00:00Z')
    await waits(friday.getTime() - ctx.now().getTime())
    const before = (await audited('payout_file_downloaded')).length
    const { status, headers, text } = await fileOf(batch)
    expect([status, headers['content-type']]).toEqual([200, 'application/xml'])
    expect(headers['content-disposition']).toBe(`attachment; filename="loge-payouts-${batch.number}.xml"`)
    const file = readPain001(text)
    expect(file).toMatchObject({
      pay_on: '2026-03-16',
      debtor: { name: 'Loge SAS', iban: 'FR7630006000011234567890189' },
    })
    expect(file.transfers).toMatchObject([
      { reference: amy.payout.replaceAll('-', ''), amount: '123.45', name: 'Amy Doe' },
      { reference: zoe.payout.replaceAll('-', ''), amount: '20.00', name: 'Zoe Doe' },
    ])
    const entries = await audited('payout_file_downloaded')
    expect(entries).toHaveLength(before + 1)
    expect(entries.at(-1)).toMatchObject({
      staff_id: ada.id,
      details: { number: batch.number, lines: 2, cents: 14_345 },
    })
    expect(house.logs.join('')).not.toContain('FR7630006000011234567890189')
    const [listed] = (await ada.ask('GET', '/admin/payout_batches')).body
    expect(listed).toMatchObject({ id: batch.id, downloaded_at: friday.toISOString() })
    expect(await ada.ask('GET', `/admin/payout_batches/${batch.id}`)).toMatchObject({ status: 200, body: listed })
  })

  it('Sent, its creators get a notice and a mail, once; paid, it is done', async () => {
    await emptiesDesk()
    const [amy, lou] = [await asks('Ann', 5000), await asks('Lou', 3000)]
    const batch = await batches()
    expect((await marks(batch, 'sent')).body).toMatchObject({ state: 'sent', sent_at: ctx.now().toISOString() })
    expect((await marks(batch, 'sent')).body).toMatchObject({ state: 'sent' })
    for (const person of [amy, lou]) {
      const [payout] = (await person.ask('GET', '/payouts')).body
      expect(payout).toMatchObject({ state: 'sent', sent_at: ctx.now().toISOString(), ended_at: null })
      const mails = await mailsTo(person.email)
      expect(mails.filter(({ subject }) => subject === 'Your payout is on its way')).toHaveLength(1)
    }
    expect((await mailsTo(amy.email)).at(-1)?.text).toContain('We sent €50.00 to your account ending in 0189')
    await waits(DAY_MS, amy)
    expect((await marks(batch, 'paid')).body).toMatchObject({ state: 'done', paid: 2, failed: 0 })
    expect((await marks(batch, 'paid')).body).toMatchObject({ state: 'done', paid: 2 })
    const [payout] = (await amy.ask('GET', '/payouts')).body
    expect(payout).toMatchObject({ state: 'paid', ended_at: ctx.now().toISOString() })
    const marked = (await audited('payout_batch_marked')).filter(({ details }) => details.number === batch.number)
    expect(marked.map(({ details }) => details.state)).toEqual(['sent', 'paid'])
  })
})

describe('A payout that does not arrive', () => {
  it('A line that fails before its batch is sent leaves the file, and its money is in the balance again', async () => {
    await emptiesDesk()
    const [kim, sam] = [await asks('Kim', 4000), await asks('Sam', 2000)]
    const batch = await batches()
    expect(await totalOf(kim)).toBe('0.00')
    const failed = await decides(kim.payout, { state: 'failed', failure: 'account_closed', note: 'The bank said so' })
    expect(failed.body).toMatchObject({
      state: 'failed',
      failure: 'account_closed',
      note: 'The bank said so',
      creator: 'Kim',
      batch: batch.number,
    })
    expect(await totalOf(kim)).toBe('40.00')
    expect(readPain001((await fileOf(batch)).text).transfers.map(({ reference }) => reference)).toEqual([
      sam.payout.replaceAll('-', ''),
    ])
    expect((await marks(batch, 'sent')).body).toMatchObject({ state: 'sent', failed: 1, lines: 2 })
    expect((await mailsTo(kim.email)).map(({ subject }) => subject)).toEqual(['A payout came back'])
    expect((await marks(batch, 'paid')).body).toMatchObject({ state: 'done', paid: 1, failed: 1 })
  })

  it('Money that a bank returns days after it was paid is booked back once, however often it is said', async () => {
    await emptiesDesk()
    const kit = await asks('Kit', 4500)
    const batch = await batches()
    await marks(batch, 'sent')
    await marks(batch, 'paid')
    await waits(3 * DAY_MS, kit)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => decides(kit.payout, { state: 'failed', failure: 'account_unknown' })),
    )
    expect(replies.map(({ status, body }) => [status, body.state])).toEqual(Array(10).fill([200, 'failed']))
    expect(await totalOf(kit)).toBe('45.00')
    const movements = await ctx.db`
      select kind, net, original_id is not null as returned from movements
      where creator_id = ${kit.id} and kind = 'payout' order by id`
    expect(movements).toEqual([
      { kind: 'payout', net: -4500, returned: false },
      { kind: 'payout', net: 4500, returned: true },
    ])
    const decided = (await audited('payout_decided')).filter(({ user_id }) => user_id === kit.id)
    expect(decided).toHaveLength(1)
    expect(await decides(kit.payout, { state: 'paid' })).toMatchObject({ status: 422 })
    // What came back can be asked for again, and is another payout.
    const { body } = await kit.ask('POST', '/payouts')
    expect(body).toMatchObject({ amount: '45.00', state: 'asked' })
    expect(body.id).not.toBe(kit.payout)
  })

  it('An erased creator is told nothing, and their money is booked back all the same', async () => {
    const gone = await asks('Gone', 2000)
    await erase(ctx, gone.id)
    const failed = await decides(gone.payout, { state: 'failed' })
    expect(failed.body).toMatchObject({ state: 'failed', failure: 'other', creator: null })
    expect(await ctx.db`select 1 from member_notices where user_id = ${gone.id}`).toEqual([])
  })
})

describe('The lists of the desk', () => {
  it('Payouts are found by state, by batch and by creator, and come in pages', async () => {
    await emptiesDesk()
    const max = await asks('Max', 2000)
    for (let round = 0; round < 32; round += 1) {
      await asksAgain(max, 2000)
    }
    const first = await ada.ask('GET', '/admin/payouts?username=Max&state=asked')
    expect(first.body).toHaveLength(30)
    const second = await ada.ask('GET', `/admin/payouts${String(first.headers.link).match(/<(.*)>/)?.[1]}`)
    expect(second.body).toHaveLength(3)
    expect(second.body.at(-1).id).toBe(max.payout)
    expect((await ada.ask('GET', '/admin/payouts?username=Nobody-of-this-name')).body).toEqual([])
    expect((await ada.ask('GET', '/admin/payouts?state=&username=Max')).body).toHaveLength(30)
    const batch = await batches()
    expect(batch).toMatchObject({ lines: 33 })
    expect((await ada.ask('GET', `/admin/payouts?batch=${batch.id}`)).body).toHaveLength(30)
  })
})
