import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { subscribe } from './cable-socket.ts'
import { cableUrl, channelOf, createPairs, type Pair } from './conversation-pairs.ts'
import { median, type Row, RUNS } from './row.ts'

const SOCKETS = 1000
const MESSAGES = 20

/** Many sockets that listen, and one sender. */
interface Audience {
  send(): void
  /** Called for each socket that has received a message. */
  onArrival: () => void
  close(): void
}

/** The 99th percentile of the time from sending a message to its arrival at a socket, in milliseconds. */
async function p99(audience: Audience): Promise<number> {
  const times: number[] = []
  for (let message = 0; message < MESSAGES; message += 1) {
    let arrived = 0
    const startedAt = performance.now()
    await new Promise<void>((resolve) => {
      audience.onArrival = () => {
        times.push(performance.now() - startedAt)
        arrived += 1
        if (arrived === SOCKETS) resolve()
      }
      audience.send()
    })
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

async function productAudience(url: string, pair: Pair): Promise<Audience> {
  const sockets = await inBatches(SOCKETS, () => subscribe(cableUrl(url, pair.creator.token), channelOf(pair)))
  const audience: Audience = {
    send() {
      void fetch(`${url}/api/conversations/${pair.conversation_id}/messages`, {
        method: 'POST',
        headers: { authorization: pair.fan.token, 'content-type': 'application/json' },
        body: JSON.stringify({ content: 'To all of you' }),
      }).then((answer) => answer.arrayBuffer())
    },
    onArrival: () => {},
    close: () => sockets.forEach((socket) => void socket.close()),
  }
  for (const socket of sockets) socket.onMessage(() => audience.onArrival())
  return audience
}

async function relayAudience(url: string, pair: Pair): Promise<Audience> {
  const sockets = await inBatches(SOCKETS, async () => {
    const address = `${url.replace('http', 'ws')}/?room=${pair.conversation_id}&user=${pair.fan.id}`
    const socket = new WebSocket(address, { perMessageDeflate: false })
    await once(socket, 'open')
    return socket
  })
  const audience: Audience = {
    send: () => sockets[0]?.send('To all of you'),
    onArrival: () => {},
    close: () => sockets.forEach((socket) => void socket.terminate()),
  }
  for (const socket of sockets) socket.on('message', () => audience.onArrival())
  return audience
}

/** Opens connections in batches of 50. */
async function inBatches<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count) made.push(...(await Promise.all(Array.from({ length: 50 }, make))))
  return made
}

export async function fanOut(): Promise<Row> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url }, 'bench/live-server.ts')
  const relay = await startProduct({ DATABASE_URL: database.url }, 'bench/bare-relay.ts')
  const [pair] = await createPairs(database.url, 1)
  if (!pair) throw new Error('There is no pair')
  const audiences = { product: await productAudience(product.url, pair), relay: await relayAudience(relay.url, pair) }
  try {
    await p99(audiences.product)
    await p99(audiences.relay)
    const rounds: { product: number; relay: number }[] = []
    for (let run = 0; run < RUNS; run += 1) {
      rounds.push({ product: await p99(audiences.product), relay: await p99(audiences.relay) })
    }
    const time = (side: 'product' | 'relay') => median(rounds.map((round) => round[side])).toFixed(1)
    return {
      what: `fan-out to ${SOCKETS} sockets, p99, relative to the bare ws relay`,
      bar: { at_most: 1.5 },
      ratio: median(rounds.map((round) => round.product / round.relay)),
      figures: `${time('product')} / ${time('relay')} ms`,
    }
  } finally {
    audiences.product.close()
    audiences.relay.close()
    await Promise.all([product.stop(), relay.stop()])
    await database.drop()
  }
}
