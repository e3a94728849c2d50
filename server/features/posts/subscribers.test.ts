import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertSubscription } from '#server/store/subscriptions/periods.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, passes } = await world()
const amy = await creator('amy')
const { body: user } = await amy.ask('GET', '/user')
const post = await amy.posts({ protected: true, file: await noisePicture({ width: 40, height: 50 }) })

/** Subscribes from `from` to `to`, in milliseconds from now. */
async function subscribe(fan: Person, from: number, to: number): Promise<void> {
  const now = ctx.now()
  await insertSubscription(ctx.db, {
    id: newId(now),
    fan_id: fan.id,
    profile_id: amy.id,
    starts_at: new Date(now.getTime() + from),
    expires_at: new Date(now.getTime() + to),
    created_at: now,
  })
}

/** Whether the feed, the creator's list, the profile and the bytes give access, each by itself. */
async function hasAccess(fan: Person): Promise<boolean[]> {
  const [inFeed] = (await fan.ask('GET', '/posts')).body
  const [inList] = (await fan.ask('GET', `/posts?username=${user.username}`)).body
  const { suscribed } = (await fan.ask('GET', `/profiles/${user.username}`)).body
  const bytes = await fan.fetch(post.file ?? '')
  return [inFeed.file === post.file, inList.file === post.file, suscribed, bytes.status === 200]
}

const ACCESS = [true, true, true, true]
const NO_ACCESS = [false, false, false, false]

describe('Access by subscription', () => {
  // Spec 1.2, 1.38, 3.6, 6.8
  it('A subscription gives access from its start until its end, and no longer, everywhere alike', async () => {
    const fan = await member('edge')
    await subscribe(fan, 1000, 30 * DAY_MS)
    expect(await hasAccess(fan)).toEqual(NO_ACCESS)
    passes(999)
    expect(await hasAccess(fan)).toEqual(NO_ACCESS)
    passes(1)
    expect(await hasAccess(fan)).toEqual(ACCESS)
    // Long sessions rotate their token; this fan signs in again instead.
    passes(30 * DAY_MS - 1000 - 1)
    await fan.signIn()
    expect(await hasAccess(fan)).toEqual(ACCESS)
    passes(1)
    expect(await hasAccess(fan)).toEqual(NO_ACCESS)
    passes(1)
    expect(await hasAccess(fan)).toEqual(NO_ACCESS)
  })

  it('A subscription that has ended does not affect another active one', async () => {
    const fan = await member('again')
    await subscribe(fan, -60 * DAY_MS, -30 * DAY_MS)
    expect(await hasAccess(fan)).toEqual(NO_ACCESS)
    await subscribe(fan, 0, 2 * DAY_MS)
    await subscribe(fan, -DAY_MS, DAY_MS)
    expect(await hasAccess(fan)).toEqual(ACCESS)
    // The later of two ends is the one that counts.
    const [seen] = (await fan.ask('GET', '/posts')).body
    expect(seen.accessible_until).toBe(new Date(ctx.now().getTime() + 2 * DAY_MS).toISOString())
  })

  it('A subscription to one creator gives no access to another', async () => {
    const other = await creator('other')
    const fan = await member('elsewhere')
    await insertSubscription(ctx.db, {
      id: newId(ctx.now()),
      fan_id: fan.id,
      profile_id: other.id,
      starts_at: ctx.now(),
      expires_at: new Date(ctx.now().getTime() + DAY_MS),
      created_at: ctx.now(),
    })
    expect(await hasAccess(fan)).toEqual(NO_ACCESS)
  })
})
