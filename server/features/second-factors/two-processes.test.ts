import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { withPasskey } from '#tests/support/scenarios/authenticator.ts'
import { withApp } from '#tests/support/scenarios/second-factors.ts'
import { PASSWORD, Person, world } from '#tests/support/world.ts'

const product = await world()
const { ctx, member, visitor, passes } = product

async function firstStep(email: string) {
  return await visitor.ask('POST', '/users/sign_in', { user: { email, password: PASSWORD } })
}

describe('Second factors on several processes', () => {
  it('Of sign-ins with one code, recovery code or passkey on two processes at the same time exactly one gets in', async () => {
    const fin = await withApp(product, await member('fin'))
    const { passkey } = await withPasskey(fin.person)
    const { app } = await secondProcess(ctx)
    const doors = [visitor, new Person(app, visitor.email)]
    passes(MINUTE_MS)
    const signed = passkey.sign((await visitor.ask('POST', '/users/sign_in/passkey/options')).body)
    const byPasskey = await Promise.all(
      [...doors, ...doors].map((door) => door.ask('POST', '/users/sign_in/passkey', { answer: signed })),
    )
    expect(byPasskey.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    for (const given of [{ code: fin.code() }, { recovery_code: fin.codes[0] }]) {
      const tickets: string[] = []
      for (let n = 0; n < 4; n += 1) tickets.push((await firstStep(fin.person.email)).body.ticket)
      const answers = await Promise.all(
        tickets.map((ticket, n) =>
          (doors[n % 2] ?? visitor).ask('POST', '/users/sign_in/second_step', { ticket, ...given }),
        ),
      )
      expect(answers.map(({ status }) => status).sort(), Object.keys(given)[0]).toEqual([200, 422, 422, 422])
    }
    // One ticket opens one session too, whatever fits: the code and a recovery code, each on another process.
    passes(MINUTE_MS)
    const { ticket } = (await firstStep(fin.person.email)).body
    const [first, second] = await Promise.all([
      doors[0]?.ask('POST', '/users/sign_in/second_step', { ticket, code: fin.code() }),
      doors[1]?.ask('POST', '/users/sign_in/second_step', { ticket, recovery_code: fin.codes[1] }),
    ])
    expect([first?.status, second?.status].sort()).toEqual([200, 401])
  })
})
