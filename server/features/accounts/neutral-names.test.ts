import { expect, it, vi } from 'vitest'
import { world } from '#tests/support/world.ts'

/** The first twelve random numbers are all the same, so that two names collide. */
const draws = vi.hoisted(() => ({ rigged: 12 }))
vi.mock(import('node:crypto'), async (original) => {
  const real = await original()
  const randomInt = ((max: number) => {
    draws.rigged -= 1
    return draws.rigged >= 0 ? 0 : real.randomInt(max)
  }) as typeof real.randomInt
  return { ...real, randomInt }
})

const { ctx, stranger } = await world()

it('Two members who draw the same neutral name get two different ones', async () => {
  const first = await stranger('first').signUp()
  const second = await stranger('second').signUp()
  expect(draws.rigged).toBeLessThan(0)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.body.username).toBe('member_aaaaaa')
  expect(second.body.username).not.toBe(first.body.username)
  const names = await ctx.db`select name_key from usernames`
  expect(names.map(({ name_key }) => name_key).sort()).toEqual([first.body.username, second.body.username].sort())
})
