import { describe, expect, it } from 'vitest'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { DAY_MS } from '#contract/time.ts'
import { casesWorld, REASONS } from '#tests/support/scenarios/reported-cases.ts'
import type { Person } from '#tests/support/world.ts'

const { ctx, bob, admin, other_admin, creatorNamed, stranger, visitor, passes, runJob, mailsTo } = await casesWorld()

/** Both admins agree. Returns the path of the statement. */
async function close({ id }: Person): Promise<string> {
  for (const person of [admin, other_admin]) {
    passes(1)
    await person.ask('POST', `/admin/users/${id}/close`, REASONS)
  }
  const [mail] = (await mailsTo(`${(await ctx.db`select email from users where id = ${id}`)[0]?.email}`)).slice(-1)
  const path = mail?.text?.match(/\/decisions\/[\w.-]+/)?.[0]
  expect(path).toBeDefined()
  return path ?? ''
}
const decision = async ({ id }: Person) =>
  (await ctx.db`select * from decisions where subject_id = ${id} and 'close' = any (actions)`)[0]
const isErased = async ({ id }: Person) =>
  (await ctx.db`select from users where id = ${id} and username is null`).length === 1
async function daysPass(days: number): Promise<void> {
  passes(days * DAY_MS)
  await runJob('erase_accounts')
  for (const person of [bob, admin, other_admin]) await person.signIn()
}
const decideAppeal = async (person: Person, outcome: string) => {
  await admin.signIn()
  return await admin.ask('POST', `/admin/decisions/${(await decision(person))?.id}/appeal`, {
    outcome,
    answer: 'Read.',
  })
}

describe('The appeal against the closing of an account', () => {
  it('An appeal pauses the erasure, and a rejected one is followed by it', async () => {
    const una = await creatorNamed('una')
    const path = await close(una)
    expect((await visitor.ask('POST', `${path}/appeal`, { text: 'It was not me.' })).status).toBe(201)
    await daysPass(DELETION_GRACE_DAYS + 5)
    expect(await isErased(una)).toBe(false)
    expect((await decideAppeal(una, 'rejected')).status).toBe(200)
    await daysPass(0)
    expect(await isErased(una)).toBe(true)
    expect((await stranger('una').signUp()).body.code).toBe('email_taken')
  })

  it('An upheld appeal within the grace period restores everything', async () => {
    const vic = await creatorNamed('vic')
    const post = await vic.posts({ description: 'Mine' })
    const before = (await bob.ask('GET', '/profiles/vic')).body
    const path = await close(vic)
    expect((await bob.ask('GET', '/profiles/vic')).status).toBe(404)
    await visitor.ask('POST', `${path}/appeal`, { text: 'It was not me.' })
    await daysPass(DELETION_GRACE_DAYS - 1)
    expect((await decideAppeal(vic, 'upheld')).status).toBe(200)
    expect((await bob.ask('GET', '/profiles/vic')).body).toEqual(before)
    expect((await bob.ask('GET', `/posts/${post.id}`)).status).toBe(200)
    expect((await vic.signIn()).status).toBe(200)
    await daysPass(DELETION_GRACE_DAYS)
    expect(await isErased(vic)).toBe(false)
    expect([...(await ctx.db`select from closed_addresses where decision_id = ${(await decision(vic))?.id}`)]).toEqual(
      [],
    )
  })

  it('After the erasure an upheld appeal only lets the address sign up again', async () => {
    const wim = await creatorNamed('wim')
    const path = await close(wim)
    await daysPass(DELETION_GRACE_DAYS)
    expect(await isErased(wim)).toBe(true)
    expect((await stranger('wim').signUp()).body.code).toBe('email_taken')
    expect((await visitor.ask('POST', `${path}/appeal`, { text: 'It was not me.' })).status).toBe(201)
    expect((await decideAppeal(wim, 'upheld')).status).toBe(200)
    expect(await isErased(wim)).toBe(true)
    expect((await stranger('wim').signUp()).status).toBe(201)
  })
})
