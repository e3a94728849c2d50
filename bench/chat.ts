import { once } from 'node:events'
import { connect as connectTo } from 'node:net'
import { WebSocket } from 'ws'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { subscribe } from './cable-socket.ts'
import { cableUrl, channelOf, createPairs, type Pair } from './conversation-pairs.ts'
import { isComplete } from './load.ts'
import { median, type Row, RUNS, SECONDS } from './row.ts'

const PAIRS = 50
const TEXT = 'The show begins at eight, come a little earlier.'

/** A pair of people in a conversation: `send` sends a message, `onArrival` is called once the other one has it. */
export interface Line {
  send(): void
  onArrival: () => void
  close(): void
}

/** A line whose message takes longer than this is lost: without an end the benchmark would wait for it for ever. */
const LOST_MS = 30_000

/** How many messages per second arrive. Each pair has one message in flight. */
export async function talk(lines: Line[], seconds: number): Promise<number> {
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  let arrived = 0
  await Promise.all(
    lines.map(
      (line) =>
        new Promise<void>((resolve, reject) => {
          const isLost = () => reject(new Error(`A message did not arrive within ${LOST_MS / 1000} s`))
          const timer = setTimeout(isLost, LOST_MS)
          line.onArrival = () => {
            arrived += 1
            timer.refresh()
            if (performance.now() < end) return line.send()
            clearTimeout(timer)
            resolve()
          }
          line.send()
        }),
    ),
  )
  return arrived / ((performance.now() - startedAt) / 1000)
}

/** Sends by HTTP and receives from the live socket, as the web app does. The next message is sent after both have arrived. */
export async function throughProduct(url: string, pair: Pair): Promise<Line> {
  const listening = await subscribe(cableUrl(url, pair.creator.token), channelOf(pair))
  const { hostname, port } = new URL(url)
  const socket = connectTo(Number(port), hostname)
  await once(socket, 'connect')
  socket.setNoDelay(true)
  const body = JSON.stringify({ content: TEXT })
  const request = Buffer.from(
    `POST /api/conversations/${pair.conversation_id}/messages HTTP/1.1\r\nhost: ${hostname}:${port}\r\n` +
      `authorization: ${pair.fan.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  let answer = ''
  let answered: string | undefined
  let heard = ''
  const line: Line = {
    send() {
      answer = ''
      answered = undefined
      socket.write(request)
    },
    onArrival: () => {},
    close() {
      socket.destroy()
      listening.close()
    },
  }
  // Ids grow with time. A message that is delivered again, because a process was killed, is no other one.
  function settle() {
    if (answered === undefined || heard < answered) return
    answered = undefined
    line.onArrival()
  }
  listening.onMessage((frame) => {
    const id = idIn(frame)
    if (id > heard) heard = id
    settle()
  })
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1')
    if (!isComplete(answer)) return
    if (!answer.startsWith('HTTP/1.1 201 ')) throw new Error(`An unexpected answer: ${answer.slice(0, 200)}`)
    answered = idIn(answer)
    settle()
  })
  return line
}

/** The id of the message in an answer or a live event. */
function idIn(text: string): string {
  return text.match(/\{"id":"([0-9a-f-]{36})"/)?.[1] ?? ''
}

/** Sender and listener both receive the message, as with the product. */
async function throughRelay(url: string, pair: Pair): Promise<Line> {
  const open = async (user: string) => {
    const address = `${url.replace('http', 'ws')}/?room=${pair.conversation_id}&user=${user}`
    const socket = new WebSocket(address, { perMessageDeflate: false })
    await once(socket, 'open')
    return socket
  }
  const sending = await open(pair.fan.id)
  const listening = await open(pair.creator.id)
  let missing = 0
  const line: Line = {
    send() {
      missing = 2
      sending.send(TEXT)
    },
    onArrival: () => {},
    close() {
      sending.terminate()
      listening.terminate()
    },
  }
  for (const socket of [sending, listening]) {
    socket.on('message', () => {
      missing -= 1
      if (missing === 0) line.onArrival()
    })
  }
  return line
}

export async function liveChat(): Promise<Row> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  const relay = await startProduct({ DATABASE_URL: database.url }, 'bench/bare-relay.ts')
  const pairs = await createPairs(database.url, PAIRS)
  const lines = {
    product: await Promise.all(pairs.map((pair) => throughProduct(product.url, pair))),
    relay: await Promise.all(pairs.map((pair) => throughRelay(relay.url, pair))),
  }
  try {
    await talk(lines.product, 1)
    await talk(lines.relay, 1)
    const rounds: { product: number; relay: number }[] = []
    for (let run = 0; run < RUNS; run += 1) {
      rounds.push({ product: await talk(lines.product, SECONDS), relay: await talk(lines.relay, SECONDS) })
    }
    const rate = (side: 'product' | 'relay') => Math.round(median(rounds.map((round) => round[side])))
    return {
      what: `live chat, ${PAIRS} pairs, relative to a bare ws relay with the same INSERT`,
      bar: { at_least: 0.6 },
      ratio: median(rounds.map((round) => round.product / round.relay)),
      figures: `${rate('product')} / ${rate('relay')} messages a second`,
    }
  } finally {
    for (const line of [...lines.product, ...lines.relay]) line.close()
    await Promise.all([product.stop(), relay.stop()])
    await database.drop()
  }
}
