import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { booksOf, type SandboxBooks } from './balance.ts'
import { Clock } from './clock.ts'
import { ControlledClock, ControlledFaults, ControlledPeople } from './control.ts'
import { createHttpServer } from './http.ts'
import { runDue } from './renewals.ts'
import type { State } from './state.ts'
import { Store } from './store.ts'
import { type WebhookEndpoint, Webhooks } from './webhooks.ts'

export interface SandboxOptions {
  /** 0 takes any free one. */
  port: number
  /** The address to listen on: 127.0.0.1 unless told. */
  host?: string
  /** Where browsers find the pages; without it, the host and the port. */
  public_url?: string
  /** Where the journal is. One process at a time. */
  folder: string
  /** The secret key of the API. */
  secret: string
  /** Who is told about events. A function is asked for each event. */
  webhooks: readonly WebhookEndpoint[] | (() => readonly WebhookEndpoint[])
  /** The wall clock. */
  now?: () => Date
  /** Who sells, on the hosted pages. */
  seller?: string
}

export interface Sandbox {
  url: string
  port: number
  clock: ControlledClock
  faults: ControlledFaults
  people: ControlledPeople
  /** All money that was moved. */
  books(): SandboxBooks
  /** Resolves when every event is acknowledged, except for those that are held. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 1000

/** A stand-in for Stripe that its SDK talks to over HTTP. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = '127.0.0.1', folder, secret, now = () => new Date(), seller = 'Loge' } = options
  const endpoints = options.webhooks
  const store = new Store(folder)
  const state: { -readonly [name in keyof State]: State[name] } = {
    store,
    clock: new Clock(store, now),
    url: '',
    seller,
    next: { cards: [], refunds: [] },
    request: null,
  }
  const webhooks = new Webhooks(state, typeof endpoints === 'function' ? endpoints : () => endpoints)
  const clock = new ControlledClock(state)
  const faults = new ControlledFaults(webhooks)
  const people = new ControlledPeople(state)
  const server = createHttpServer({ state, webhooks, clock, faults, people }, secret)
  server.listen(port, host)
  await once(server, 'listening').catch(async (error: unknown) => {
    await webhooks.stop()
    store.close()
    throw error
  })
  const taken = (server.address() as AddressInfo).port
  const url = `http://${nameOf(host)}:${taken}`
  state.url = options.public_url ?? url
  const tick = setInterval(() => runWhatIsDue(state), TICK_MS).unref()
  let stopped: Promise<void> | undefined
  const stop = async () => {
    clearInterval(tick)
    server.close()
    server.closeAllConnections()
    await webhooks.stop()
    store.close()
  }
  return {
    url,
    port: taken,
    clock,
    faults,
    people,
    books: () => booksOf(state),
    idle: () => webhooks.idle(),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Where this machine finds what listens on an address. All addresses are none that can be asked. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** A full disk must not end the process that the stand-in runs in. The next tick tries again. */
function runWhatIsDue(state: State): void {
  try {
    runDue(state)
  } catch (error) {
    console.error('The stand-in for Stripe cannot do what is due', error)
  }
}
