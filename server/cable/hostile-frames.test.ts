import { expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { openConversation, writeMessage } from '#tests/support/database/conversation-rows.ts'
import { isLongForm, seedOfTheRun } from '#tests/support/long-form.ts'
import {
  type CableClient,
  cableAddress,
  connectCable,
  conversationChannel,
} from '#tests/support/network/cable-client.ts'
import { hostileFrame, seededRandom } from '#tests/support/network/hostile-frames.ts'
import { type Person, world } from '#tests/support/world.ts'

const FRAMES = isLongForm ? 50_000 : 10_000
/** So few that all are read, instead of being cut off as a flood. */
const FRAMES_EACH = 60
const MEGABYTE = 1024 * 1024
/**
 * Pings are sent while the frames arrive, but not so often that a busy machine answers every fifth one, the probe, too late:
 * client and server share this process. For the same reason twenty sockets may take their time to be admitted.
 */
const cable_limits = { ping_every_ms: 1000, handshake_timeout_ms: MINUTE_MS }
const { ctx, app, logs, registry, member, creator } = await world({}, { cable_limits })
const url = await cableAddress(app)
const amy = await creator('amy')
const bob = await member('bob')
const eve = await member('eve')
const conversation_id = await openConversation(ctx.db, { fan: bob, creator: amy })

function attackersOf({ token }: Person): (string | undefined)[] {
  return Array.from({ length: 10 }, () => token)
}

async function countOpenSockets(): Promise<number> {
  const metric = await registry.getSingleMetric('loge_cable_sockets')?.get()
  return metric?.values[0]?.value ?? 0
}

it('Ten thousand hostile frames and more break nothing, leak nothing and reach nobody', async () => {
  const random = seededRandom(seedOfTheRun(20_261_116))
  const witnesses = [await connectCable(url, amy.token), await connectCable(url, bob.token)]
  for (const witness of witnesses) await witness.subscribe(conversationChannel(conversation_id))
  const before = process.memoryUsage().rss
  const attackers: CableClient[] = []
  while (attackers.length * FRAMES_EACH < FRAMES) {
    const wave = await Promise.all([...attackersOf(eve), ...attackersOf(bob)].map((token) => connectCable(url, token)))
    for (let sent = 0; sent < FRAMES_EACH; sent += 1) {
      for (const { socket } of wave) socket.send(hostileFrame(random, conversation_id))
    }
    for (const { socket } of wave) socket.close()
    await Promise.all(wave.map((attacker) => attacker.ended()))
    attackers.push(...wave)
  }

  // Every attacker was answered or cut off, and is gone; those who did nothing wrong are still connected.
  const endings = attackers.map(({ close_code }) => close_code)
  expect(endings).toEqual(expect.arrayContaining([1003, 1005, 1009]))
  await expect.poll(countOpenSockets).toBe(witnesses.length)
  await writeMessage(ctx, { conversation_id, fan: bob, creator: amy, content: 'Still here' })
  for (const witness of witnesses) {
    await expect.poll(() => witness.messages.at(-1)?.message?.content).toBe('Still here')
  }
  // Bob's other sockets belong to a participant and may get events; the others must have got none.
  const uninvolved = attackers.filter((_, index) => index % 20 < 10)
  expect(uninvolved.flatMap(({ messages }) => messages)).toEqual([])
  expect(new Set(witnesses[1]?.messages.map(({ type }) => type))).toEqual(new Set(['new_message']))
  expect(logs.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([])
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE)
})
