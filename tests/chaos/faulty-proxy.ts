import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A network that fails when it is told to, between people and the product. */
export interface FaultyProxy {
  url: string
  /** The product is gone: nobody gets through any more. */
  leadNowhere(): void
  /** Where the product is now; it comes back under another address. */
  leadTo(url: string): void
  /** When there is a product behind it, which may be at once. */
  reachable(): Promise<void>
  /** Every connection is cut, whatever was on its way. */
  cut(): void
  /** The next request arrives, and its answer does not. */
  loseAnswer(): void
  close(): Promise<void>
}

export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  let port = Number(new URL(target).port)
  let answers_to_lose = 0
  let back: PromiseWithResolvers<void> | undefined
  const open = new Set<Socket>()

  const server = createServer((near) => {
    if (back) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        end()
      })
      socket.on('error', end)
    }
    let is_losing = false
    near.on('data', (bytes) => {
      if (answers_to_lose > 0 && bytes.toString('latin1').startsWith('POST ')) {
        answers_to_lose -= 1
        is_losing = true
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (is_losing) end()
      else near.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function cut() {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadNowhere() {
      back = Promise.withResolvers()
      cut()
    },
    leadTo(url) {
      port = Number(new URL(url).port)
      back?.resolve()
      back = undefined
    },
    reachable: async () => await back?.promise,
    cut,
    loseAnswer() {
      answers_to_lose += 1
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
