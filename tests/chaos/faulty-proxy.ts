import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between the clients and the product, with faults on demand. */
export interface FaultyProxy {
  url: string
  /** Cuts all connections and accepts no new ones, because the product is not running. */
  goOffline(): void
  /** Forwards to this address from now on. A restarted product has another port. */
  forwardTo(url: string): void
  /** Resolves as soon as there is a product to forward to. */
  reachable(): Promise<void>
  /** Cuts all connections at once. */
  cut(): void
  /** Delivers the next POST request, but not its response. */
  loseResponse(): void
  close(): Promise<void>
}

export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  let port = Number(new URL(target).port)
  let responses_to_lose = 0
  let outage: PromiseWithResolvers<void> | undefined
  const open = new Set<Socket>()

  const server = createServer((client) => {
    if (outage) return void client.destroy()
    const upstream = connect(port, '127.0.0.1')
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        end()
      })
      socket.on('error', end)
    }
    let is_losing = false
    client.on('data', (bytes) => {
      if (responses_to_lose > 0 && bytes.toString('latin1').startsWith('POST ')) {
        responses_to_lose -= 1
        is_losing = true
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (is_losing) end()
      else client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function cut() {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    goOffline() {
      outage = Promise.withResolvers()
      cut()
    },
    forwardTo(url) {
      port = Number(new URL(url).port)
      outage?.resolve()
      outage = undefined
    },
    reachable: async () => await outage?.promise,
    cut,
    loseResponse() {
      responses_to_lose += 1
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
