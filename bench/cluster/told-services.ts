import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { Browser } from '../../tests/support/push/browser.ts'
import { selfSigned } from '../../tests/support/push/certificate.ts'

const HOST = 'push.loge.test'
/** How long both take to answer. */
const FAR_MS = { push: 50, mail: 10 }

/** A push service and a mail server on this machine, which take everything and count it, and are as far away as real ones. */
export interface ToldServices {
  /** The settings of a process of the product that reaches both. */
  env: Record<string, string>
  /** A subscription that the product can encrypt for. All devices of a benchmark share its keys. */
  device: { origin: string; p256dh: string; auth: string }
  /** How often each push arrived, by its device and topic, and each mail, by its receiver and Message-ID. */
  pushes: Map<string, number>
  mails: Map<string, number>
  stop(): Promise<void>
}

function count(into: Map<string, number>, key: string): void {
  into.set(key, (into.get(key) ?? 0) + 1)
}

export async function startToldServices(): Promise<ToldServices> {
  const [pushes, mails] = [new Map<string, number>(), new Map<string, number>()]
  const tls = selfSigned(HOST)
  const folder = await mkdtemp(join(tmpdir(), 'loge-told-'))
  const ca_file = join(folder, 'push-service.pem')
  await writeFile(ca_file, tls.cert)
  const push = createServer(tls, (request, response) => {
    request.resume().on('end', () => {
      count(pushes, `${request.url} ${request.headers.topic}`)
      setTimeout(() => response.writeHead(201).end(), FAR_MS.push)
    })
  })
  push.listen(0, '127.0.0.1')
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        const id = text.match(/^message-id: *(\S+)/im)?.[1]
        for (const { address } of envelope.rcptTo) if (address.startsWith('told-')) count(mails, `${address} ${id}`)
        setTimeout(done, FAR_MS.mail)
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await Promise.all([once(push, 'listening'), once(smtp.server, 'listening')])
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  const preload = pathToFileURL(resolve(import.meta.dirname, 'push-network.ts')).href
  const { keys } = new Browser(`https://${HOST}/`).subscription
  return {
    env: {
      NODE_OPTIONS: `--import=${preload}`,
      BENCH_PUSH: `${HOST} ${portOf(push)} ${ca_file}`,
      SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    },
    device: { origin: `https://${HOST}`, ...keys },
    pushes,
    mails,
    async stop() {
      push.close()
      push.closeAllConnections()
      await new Promise<void>((done) => smtp.close(() => done()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
