import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/start-sandbox.ts'
import { closeAfterTests } from '../close-after-tests.ts'
import { API_SECRET, sdkFor } from './checkouts.ts'

export const WEBHOOK_SECRET = 'whsec_sandbox'

/** A folder that is gone after the test. */
export function sandboxFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  closeAfterTests(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface OpenSandbox {
  sandbox: Sandbox
  stripe: Stripe
  /** Every event that arrived, in the order of arrival. Those with a wrong signature fail the test. */
  received: Stripe.Event[]
  types(): string[]
  /** What the webhook answers from now on, and how often it has refused. */
  answer: { status: number; refused: number }
  /** The times in the signatures, in seconds. */
  signed_at: number[]
}

/** A stand-in, a webhook that checks signatures, and the SDK. */
export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<OpenSandbox> {
  const receiver = await openReceiver()
  const sandbox = await startSandbox({
    port: 0,
    folder: options.folder ?? sandboxFolder(),
    secret: API_SECRET,
    webhooks: [false, true].map((connect) => ({ url: receiver.url, secret: WEBHOOK_SECRET, connect })),
    ...options,
  })
  closeAfterTests(() => sandbox.stop())
  const types = () => receiver.received.map(({ type }) => type)
  return { sandbox, stripe: sdkFor(sandbox), types, ...receiver }
}

/** A webhook that checks signatures. */
export async function openReceiver() {
  const received: Stripe.Event[] = []
  const answer = { status: 200, refused: 0 }
  const signed_at: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const signature = String(request.headers['stripe-signature'])
    if (answer.status === 200) {
      received.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, WEBHOOK_SECRET))
      signed_at.push(Number(/t=(\d+)/.exec(signature)?.[1]))
    } else answer.refused += 1
    response.writeHead(answer.status).end()
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterTests(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, answer, signed_at }
}
