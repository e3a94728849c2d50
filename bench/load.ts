import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

/**
 * Requests per second over connections that stay open, each with one request under way. It speaks just enough HTTP by
 * itself: a real client would cost more than what is measured, on the same cores.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { hostname, port, pathname } = new URL(load.url)
  const headers = Object.entries({ host: `${hostname}:${port}`, ...load.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${headers.join('')}\r\n`)
  const sockets = Array.from({ length: load.connections }, () => connect(Number(port), hostname))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const begun = performance.now()
  const end = begun + load.seconds * 1000
  const counts = await Promise.all(sockets.map((socket) => keepAsking(socket, request, end)))
  const seconds = (performance.now() - begun) / 1000
  for (const socket of sockets) socket.destroy()
  return counts.reduce((total, count) => total + count, 0) / seconds
}

function keepAsking(socket: Socket, request: Buffer, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = ''
    let count = 0
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the connection.')))
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
      if (!isComplete(answer)) return
      if (!answer.startsWith('HTTP/1.1 200 ')) return reject(new Error(`An unexpected answer: ${answer.slice(0, 200)}`))
      answer = ''
      count += 1
      if (performance.now() < end) socket.write(request)
      else resolve(count)
    })
    socket.write(request)
  })
}

function isComplete(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = answer.slice(0, headEnd).match(/\r\ncontent-length: (\d+)/i)?.[1]
  return length !== undefined && answer.length >= headEnd + 4 + Number(length)
}
