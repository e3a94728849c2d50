import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import type { PushSender } from '#server/push/sender.ts'
import { createWebPush } from '#server/push/web-push.ts'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { Browser, type Received } from './browser.ts'
import { selfSigned } from './certificate.ts'

const HOST = 'push.example.com'
export const PUSH_CONTACT = 'https://loge.example'

/** How the service answers a request. */
export type PushAnswer = (response: ServerResponse) => void

const takes: PushAnswer = (response) => response.writeHead(201).end()

/** Answers with this status and these headers. */
export function answers(status: number, headers: Record<string, string> = {}, body = ''): PushAnswer {
  return (response) => response.writeHead(status, headers).end(body)
}

export interface PushService {
  /** A sender that reaches this service at its public name. */
  sender: PushSender
  /** How the sender reaches it. */
  network: { lookup: LookupFunction; port: number; ca: string }
  received: Received[]
  /** Closes the connections that nobody uses. */
  hangUp(): void
  /** The number of connections that were opened. */
  connections(): number
  browser(): Browser
  /** Changes the answer to everything, or to what is sent to one browser. Without an answer it takes everything again. */
  answer(how?: PushAnswer, browser?: Browser): void
  /** What one browser could read, oldest first. */
  readBy(browser: Browser): ReturnType<Browser['read']>[]
}

/** A push service on this machine, with https. The sender finds it under the name of a public host. */
export async function startPushService({ timeout_ms }: { timeout_ms?: number } = {}): Promise<PushService> {
  const tls = selfSigned(HOST)
  const received: Received[] = []
  const special = new Map<string, PushAnswer>()
  let usual = takes
  let [connections, browsers] = [0, 0]
  const server = createServer(tls, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    received.push({ path: request.url ?? '', headers: request.headers, body })
    const how = special.get(request.url ?? '') ?? usual
    how(response)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTests(async () => {
    server.close()
    server.closeAllConnections()
  })

  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  const key = createECDH('prime256v1')
  key.generateKeys()
  const network = { lookup, port: (server.address() as AddressInfo).port, ca: tls.cert }
  return {
    sender: createWebPush({
      private_key: key.getPrivateKey(),
      contact: PUSH_CONTACT,
      network,
      ...(timeout_ms !== undefined && { timeout_ms }),
    }),
    network,
    received,
    hangUp: () => server.closeIdleConnections(),
    connections: () => connections,
    browser() {
      browsers += 1
      return new Browser(`https://${HOST}/${browsers}`)
    },
    answer(how, browser) {
      if (!browser) usual = how ?? takes
      else if (how) special.set(new URL(browser.endpoint).pathname, how)
      else special.delete(new URL(browser.endpoint).pathname)
    },
    readBy: (browser) =>
      received
        .filter(({ path }) => path === new URL(browser.endpoint).pathname)
        .map((request) => browser.read(request)),
  }
}
