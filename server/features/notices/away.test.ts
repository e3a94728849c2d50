import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { startPushService } from '#tests/support/push/push-service.ts'
import { world } from '#tests/support/world.ts'

const { url: SMTP_URL, received } = await startSmtp()
const service = await startPushService()
const { ctx, creatorNamed, member, subscribe, passes, beat, runJob } = await world(
  { SMTP_URL, PUBLIC_URL: 'https://loge.example' },
  { push: service.sender },
)

it('A message to somebody away is one push at once and one mail a quarter of an hour later, and nothing once it is read', async () => {
  const [fan, margaux] = [await member('away'), await creatorNamed('margauxlenoir')]
  const browser = service.browser()
  await subscribe(fan, margaux)
  const { id } = await fan.writes(margaux, 'Bonsoir')
  await fan.ask('POST', '/push_subscriptions', browser.subscription)
  const told = () => [
    service.readBy(browser).length,
    received.filter(({ to }) => to?.[0]?.address === fan.email).length,
  ]

  /** What the product does by itself in so much time, twice in its last moment. */
  async function goes(ms: number): Promise<void> {
    passes(ms)
    for (let turn = 0; turn < 2; turn += 1) {
      await beat()
      await runJob('mail_notices')
    }
  }

  await goes(MINUTE_MS)
  await margaux.says(id, 'A secret of tonight')
  await goes(4 * SECOND_MS)
  expect(told()).toEqual([0, 0])
  await goes(SECOND_MS)
  expect(told()).toEqual([1, 0])
  await margaux.says(id, 'And another one')
  await goes(15 * MINUTE_MS - SECOND_MS)
  expect(told()).toEqual([1, 0])
  await goes(SECOND_MS)
  expect(told()).toEqual([1, 1])
  await margaux.says(id, 'Are you there?')
  await goes(HOUR_MS)
  expect(told()).toEqual([1, 1])
  expect(JSON.stringify([service.readBy(browser), received])).not.toMatch(/secret of tonight|another one|Are you there/)

  // Read, and told of the next one: read before the mail, it stays at the push.
  await fan.ask('GET', `/conversations/${id}`)
  await margaux.says(id, 'The next evening')
  await goes(5 * SECOND_MS)
  expect(told()).toEqual([2, 1])
  await fan.ask('GET', `/conversations/${id}`)
  await goes(HOUR_MS)
  expect(told()).toEqual([2, 1])

  // Read at once, in the open thread: nothing leaves.
  await margaux.says(id, 'While you look')
  await fan.ask('GET', `/conversations/${id}`)
  await goes(HOUR_MS)
  expect(told()).toEqual([2, 1])
  expect(await ctx.db`select from push_deliveries`).toHaveLength(0)
})
