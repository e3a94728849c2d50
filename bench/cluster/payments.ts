import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { INBOX_CHANNEL } from '../../contract/live.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts'
import { SANDBOX_KEYS } from '../../server/payments/open-provider.ts'
import type { Product } from '../../tests/e2e/support/product.ts'
import { subscribe } from '../cable-socket.ts'
import { cableUrl, createPairs, type Pair } from '../conversation-pairs.ts'
import { median, type Row } from '../row.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Scenario } from './scenario.ts'

const AT_ONCE = 1000
const FANS = 100
/** How many tickets fans buy while a process is restarted, and how many of them buy at the same time. */
const TICKETS = 300
const BUYERS = 10
/** A request to a process that is gone is sent again, as the web app does it. */
const RETRY_MS = 200
const HEARD_MS = 10_000
/** How many tickets are bought one after the other, on a page that stays open. */
const CURTAINS = 50

const ROWS = {
  curtain: {
    what: `${CURTAINS} tickets: from the event of the provider to the open curtain, the longest, in s`,
    bar: { at_most: 2 },
  },
  one_fan: { what: `${AT_ONCE} checkouts of one fan at once: answers other than a page`, bar: { at_most: 0 } },
  many_fans: { what: `${AT_ONCE} checkouts of ${FANS} fans at once: answers other than a page`, bar: { at_most: 0 } },
  one_click: { what: `one click sent ${AT_ONCE} times at once: orders and pages too many`, bar: { at_most: 0 } },
  connections: { what: 'connections to PostgreSQL meanwhile', bar: { at_most: 22 } },
  wrong: {
    what: `${TICKETS} tickets at three processes, one restarted: lost, doubled, or not in the books`,
    bar: { at_most: 0 },
  },
  unheard: { what: 'of them, curtains that were not told within 10 s of the payment', bar: { at_most: 0 } },
} as const satisfies Record<string, Pick<Row, 'what' | 'bar'>>

/** A shop: a cluster with a stand-in for the payment provider, whose events reach the processes in turns. */
interface Shop {
  cluster: Cluster
  sandbox: Sandbox
  pairs: Pair[]
}

async function withShop(processes: number, measure: (shop: Shop) => Promise<Row[]>): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'loge-payments-'))
  let turn = 0
  const sandbox = await startSandbox({
    port: 0,
    folder,
    secret: SANDBOX_KEYS.secret_key,
    webhooks: () => {
      turn += 1
      const { url = '' } = cluster.products[turn % cluster.products.length] ?? {}
      return [{ url: `${url}/api/webhooks/sandbox`, secret: SANDBOX_KEYS.webhook_secret }]
    },
  })
  const cluster = await startCluster({ processes, env: { PAYMENTS: 'sandbox', SANDBOX_PORT: String(sandbox.port) } })
  try {
    const pairs = await createPairs(cluster.database_url, FANS)
    await cluster.db`update users set email_confirmed_at = now()`
    return await measure({ cluster, sandbox, pairs })
  } finally {
    await cluster.stop()
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Answer {
  status: number
  order_id: string | undefined
  /** Of the page at the provider. */
  session: string | undefined
  ms: number
}

/** Orders a day; status 0 if there was no answer. */
async function order({ url }: Product, { fan, creator }: Pair, client_id?: string): Promise<Answer> {
  const from = performance.now()
  const wanted = { creator_id: creator.id, period: 'day', country: 'FR', consent: true, client_id }
  const asked = fetch(`${url}/api/checkouts`, {
    method: 'POST',
    headers: { authorization: fan.token, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  const { status, body } = await asked.then(
    async (answer) => ({ status: answer.status, body: await answer.json() }),
    () => ({ status: 0, body: {} }),
  )
  const { order_id, url: page } = body as { order_id?: string; url?: string }
  const session = page && new URL(page).pathname.split('/').at(-1)
  return { status, order_id, session, ms: performance.now() - from }
}

/** Sends all orders at the same time, and counts the connections meanwhile. */
async function orderAtOnce({ cluster }: Shop, orders: (() => Promise<Answer>)[]) {
  let connections = 0
  let isOver = false
  async function watch(): Promise<void> {
    while (!isOver) {
      const [row] = await cluster.db<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name like 'loge%' and pid <> pg_backend_pid()`
      connections = Math.max(connections, row?.count ?? 0)
      await pause(50)
    }
  }
  const watching = watch()
  const answers = await Promise.all(orders.map((send) => send()))
  isOver = true
  await watching
  return { answers, connections }
}

function spoken(answers: Answer[]): string {
  const statuses = Map.groupBy(answers, ({ status }) => status)
  const times = answers.map(({ ms }) => ms)
  const counted = [...statuses].map(([status, those]) => `${those.length} × ${status}`).join(', ')
  return `${counted}; median ${(median(times) / 1000).toFixed(1)} s, longest ${(Math.max(...times) / 1000).toFixed(1)} s`
}

async function aThousandAtOnce(shop: Shop): Promise<Row[]> {
  const { cluster, sandbox, pairs } = shop
  const [product] = cluster.products as [Product]
  const [first] = pairs as [Pair]
  const rows: Row[] = []
  let most = 0
  const crowds = [
    [ROWS.one_fan, () => first],
    [ROWS.many_fans, (number: number) => pairs[number % FANS] ?? first],
  ] as const
  for (const [row, fanOf] of crowds) {
    const orders = Array.from({ length: AT_ONCE }, (_, number) => () => order(product, fanOf(number)))
    const { answers, connections } = await orderAtOnce(shop, orders)
    const pages = new Set(answers.flatMap(({ session }) => session ?? []))
    most = Math.max(most, connections)
    rows.push({ ...row, ratio: AT_ONCE - pages.size, figures: spoken(answers) })
  }
  const client_id = randomUUID()
  const same = Array.from({ length: AT_ONCE }, () => () => order(product, first, client_id))
  const { answers, connections } = await orderAtOnce(shop, same)
  const [stored] = await cluster.db<{ count: number }[]>`
    select count(*)::int as count from orders where client_id = ${client_id}`
  const pages = new Set(answers.flatMap(({ session }) => session ?? []))
  const failed = answers.filter(({ status }) => status !== 201).length
  rows.push({
    ...ROWS.one_click,
    ratio: (stored?.count ?? 0) - 1 + pages.size - 1 + failed,
    figures: `${stored?.count} order, ${pages.size} page; ${spoken(answers)}`,
  })
  most = Math.max(most, connections)
  rows.push({ ...ROWS.connections, ratio: most, figures: `${sandbox.books().movements} movements` })
  return rows
}

/** From the provider's event on: the page is told, asks again, and the answer lets it open. */
async function openCurtains({ cluster, sandbox, pairs }: Shop): Promise<Row[]> {
  const [product] = cluster.products as [Product]
  const buyers = pairs.slice(0, CURTAINS)
  const curtains = await watchCurtains(product, buyers)
  const waits: number[] = []
  const fans = buyers.map(({ fan }) => fan.id)
  // The fans of the benchmarks have a seat already.
  await cluster.db`delete from subscriptions where fan_id = any(${fans})`
  try {
    for (const [index, pair] of buyers.entries()) {
      const { session = '' } = await order(product, pair)
      const paid_at = Date.now()
      if (!sandbox.people.pay(session)) throw new Error('a card was refused')
      let heard = 0
      while (!(await isOpen(product, pair, `creator-${index}`))) {
        // Asks again only when it is told to, as the page does.
        while ((curtains.told.get(pair) ?? 0) <= heard && Date.now() - paid_at < HEARD_MS) await pause(2)
        if (Date.now() - paid_at >= HEARD_MS) break
        heard = Math.max(curtains.told.get(pair) ?? 0, heard)
      }
      waits.push(Date.now() - paid_at)
    }
  } finally {
    curtains.close()
  }
  const longest = Math.max(...waits)
  return [{ ...ROWS.curtain, ratio: longest / 1000, figures: `median ${median(waits)} ms, longest ${longest} ms` }]
}

async function isOpen({ url }: Product, { fan }: Pair, creator: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/profiles/${creator}`, { headers: { authorization: fan.token } })
  return ((await answer.json()) as { suscribed?: boolean }).suscribed === true
}

/** When the page of each fan was told last that its curtains may have changed. All are connected to one process. */
async function watchCurtains({ url }: Product, pairs: Pair[]) {
  const told = new Map<Pair, number>()
  const identifier = JSON.stringify({ channel: INBOX_CHANNEL })
  const sockets = await Promise.all(
    pairs.map(async (pair) => {
      const socket = await subscribe(cableUrl(url, pair.fan.token), identifier)
      socket.onMessage((frame) => {
        if (frame.includes('subscriptions_changed')) told.set(pair, Date.now())
      })
      return socket
    }),
  )
  return { told, close: () => sockets.forEach((socket) => void socket.close()) }
}

async function buyWhileOneRestarts({ cluster, sandbox, pairs }: Shop): Promise<Row[]> {
  const [first] = cluster.products as [Product]
  const buyers = pairs.slice(0, BUYERS)
  const curtains = await watchCurtains(first, buyers)
  const bought: string[] = []
  const waits: number[] = []
  let unheard = 0
  let sent = 0

  async function buy(pair: Pair, number: number): Promise<void> {
    while (sent < TICKETS) {
      sent += 1
      const client_id = randomUUID()
      let turn = sent + number
      const ask = () => order(cluster.products[turn % cluster.products.length] as Product, pair, client_id)
      let answer = await ask()
      while (answer.status === 0 || answer.status === 503) {
        await pause(RETRY_MS)
        turn += 1
        answer = await ask()
      }
      if (!answer.order_id || !answer.session) throw new Error(`a checkout was answered with ${answer.status}`)
      const paid_at = Date.now()
      if (!sandbox.people.pay(answer.session)) throw new Error('a card was refused')
      bought.push(answer.order_id)
      while ((curtains.told.get(pair) ?? 0) < paid_at || !(await isPaid(answer.order_id))) {
        if (Date.now() - paid_at > HEARD_MS) break
        await pause(10)
      }
      const heard = curtains.told.get(pair) ?? 0
      if (heard < paid_at || Date.now() - paid_at > HEARD_MS) unheard += 1
      else waits.push(Date.now() - paid_at)
    }
  }

  async function isPaid(id: string): Promise<boolean> {
    const rows = await cluster.db`select from orders where id = ${id} and state = 'paid'`
    return rows.length > 0
  }

  /** The second process is asked to stop, and the third is killed; each comes back. */
  async function restart(): Promise<void> {
    for (const [index, share] of [
      [1, 0.3],
      [2, 0.6],
    ] as const) {
      while (sent < TICKETS * share) await pause(5)
      const gone = cluster.products[index] as Product
      if (index === 1) await gone.stop()
      else process.kill(gone.pid, 'SIGKILL')
      const added = await cluster.add()
      cluster.products.splice(cluster.products.indexOf(added), 1)
      cluster.products[index] = added
    }
  }

  try {
    await Promise.all([restart(), ...buyers.map(buy)])
    await sandbox.idle()
    const [row] = await cluster.db<{ payments: number; net: number; periods: number; orders: number }[]>`
      select count(*)::int as payments, coalesce(sum(charged - banking_fee), 0)::int as net,
        (select count(*)::int from subscriptions where order_id is not null) as periods,
        (select count(*)::int from orders where state = 'paid' and id = any(${bought})) as orders
      from movements where kind = 'payment'`
    const { payments = 0, net = 0, periods = 0, orders = 0 } = row ?? {}
    const off = [payments, periods, orders].map((count) => Math.abs(count - bought.length))
    return [
      {
        ...ROWS.wrong,
        ratio: off.reduce((sum, each) => sum + each, Math.abs(net - sandbox.books().net)),
        figures: `${bought.length} bought, ${orders} orders paid, ${payments} payments, ${periods} periods; ${net} cents in the books, ${sandbox.books().net} at the provider`,
      },
      {
        ...ROWS.unheard,
        ratio: unheard,
        figures: `median ${median(waits)} ms, longest ${Math.max(...waits)} ms`,
      },
    ]
  } finally {
    curtains.close()
  }
}

export const payments: Scenario = {
  name: 'payments',
  needs: ['redis-server'],
  rows: Object.values(ROWS),
  async measure() {
    const alone = async (shop: Shop) => [...(await openCurtains(shop)), ...(await aThousandAtOnce(shop))]
    return [...(await withShop(1, alone)), ...(await withShop(3, buyWhileOneRestarts))]
  },
}
