import { parseArgs } from 'node:util'
import { type CableSocket, subscribe } from './cable-socket.ts'

/**
 * `npm run bench:cable -- --url ws://host/cable --channel '{"channel":"ChatChannel","id":"1"}' --token T (--action speak | --post URL)`:
 * measures how long messages take through any Action Cable server, so that other servers can be compared with ours. A number
 * of sockets listen to the channel. Messages are sent one after the other, as an action of the channel or by POST to a URL,
 * each as soon as all sockets have received the last one.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    channel: { type: 'string' },
    token: { type: 'string' },
    action: { type: 'string' },
    post: { type: 'string' },
    sockets: { type: 'string', default: '100' },
    messages: { type: 'string', default: '100' },
  },
})
const { url, channel, token, action, post } = values
const count = Number(values.sockets)
const messages = Number(values.messages)
if (!url || !channel || (action === undefined) === (post === undefined) || !(count > 0) || !(messages > 0)) {
  console.error('Needed: --url, --channel and one of --action or --post. See bench/any-cable.ts.')
  process.exit(2)
}

const address = new URL(url)
if (token !== undefined) address.searchParams.set('token', token)
const sockets: CableSocket[] = []
while (sockets.length < count) sockets.push(await subscribe(address.href, channel))

let arrived = 0
let onAllReceived = () => {}
for (const socket of sockets) {
  socket.onMessage(() => {
    arrived += 1
    if (arrived % count === 0) onAllReceived()
  })
}

async function send(content: string): Promise<void> {
  if (action !== undefined) return sockets[0]?.perform({ action, content })
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: token }) }
  const answer = await fetch(post ?? '', { method: 'POST', headers, body: JSON.stringify({ content }) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The message was answered with ${answer.status}`)
}

const times: number[] = []
for (let message = 0; message < messages; message += 1) {
  const { promise, resolve } = Promise.withResolvers<void>()
  onAllReceived = resolve
  const startedAt = performance.now()
  await Promise.all([promise, send(`Message ${message}`)])
  times.push(performance.now() - startedAt)
}
for (const socket of sockets) socket.close()

times.sort((a, b) => a - b)
const at = (part: number) => (times[Math.floor(times.length * part)] ?? Number.NaN).toFixed(1)
console.log(`${messages} messages to ${count} sockets: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms until the last has it`)
