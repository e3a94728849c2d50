import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  /** Each connection requests these one after the other, again and again, and begins with another one. All are on one server. */
  urls: string[]
  headers: Record<string, string>
  /** The JSON of a POST. Without it, the requests are GET. */
  body?: string
  connections: number
  seconds: number
}

export interface Figures {
  requests: number
  per_second: number
  /** The median of the response times. */
  p50_ms: number
}

/**
 * A load generator: keep-alive connections, each with one request in flight. It implements only as much HTTP as it needs,
 * because a real client would use more CPU than the server that is measured, on the same cores.
 */
export async function runLoad(load: Load): Promise<Figures> {
  const addresses = load.urls.map((url) => new URL(url))
  const [{ hostname, port } = new URL('http://localhost')] = addresses
  const { body } = load
  const describe = body !== undefined && {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  const headers = Object.entries({ host: `${hostname}:${port}`, ...load.headers, ...describe }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const method = body === undefined ? 'GET' : 'POST'
  const requests = addresses.map(({ pathname, search }) =>
    Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${headers.join('')}\r\n${body ?? ''}`),
  )
  const sockets = Array.from({ length: load.connections }, () => connect(Number(port), hostname))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const startedAt = performance.now()
  const end = startedAt + load.seconds * 1000
  const inTurn = (first: number) => [...requests.slice(first), ...requests.slice(0, first)]
  const loads = sockets.map((socket, place) => sendRequests(socket, inTurn(place % requests.length), end))
  const times = (await Promise.all(loads)).flat()
  const seconds = (performance.now() - startedAt) / 1000
  for (const socket of sockets) socket.destroy()
  const sorted = Float64Array.from(times).sort()
  return {
    requests: times.length,
    per_second: times.length / seconds,
    p50_ms: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
  }
}

/** Sends requests until the end time. Returns the response times in milliseconds. */
function sendRequests(socket: Socket, requests: Buffer[], end: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let answer = ''
    let sentAt = 0
    const times: number[] = []
    const send = () => {
      sentAt = performance.now()
      socket.write(requests[times.length % requests.length] ?? '')
    }
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the connection.')))
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
      if (!isComplete(answer)) return
      if (!/^HTTP\/1\.1 20[01] /.test(answer)) return reject(new Error(`An unexpected answer: ${answer.slice(0, 200)}`))
      answer = ''
      times.push(performance.now() - sentAt)
      if (performance.now() < end) send()
      else resolve(times)
    })
    send()
  })
}

/** True if the response is complete. */
export function isComplete(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = answer.slice(0, headEnd).match(/\r\ncontent-length: (\d+)/i)?.[1]
  return length !== undefined && answer.length >= headEnd + 4 + Number(length)
}
