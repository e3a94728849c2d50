import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { REACTIONS } from '#contract/conversations.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { newId } from '#server/store/ids.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import { startProduct } from '#tests/crash/product-process.ts'
import { call, signUp } from '#tests/crash/writers.ts'
import { ChatClient } from './chat-client.ts'
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts'

export interface Chaos {
  messages: number
  /** How many network faults there are: connections are cut and responses are lost, alternately. */
  cuts: number
  /** How often the product is killed and started again. */
  kills: number
  /** How many messages have the same text. */
  identical: number
}

export interface ChaosReport {
  acknowledged: number
  retries: number
  /** What is wrong, as sentences. */
  wrong: string[]
}

const SAME_TEXT = 'ok'

/** Two clients send messages through a faulty network to a product that is killed. Then both clients and the database must agree. */
export async function runChaos(chaos: Chaos, tell: (line: string) => void): Promise<ChaosReport> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-chaos-'))
  let product = await startProduct(data_dir)
  const proxy = await openFaultyProxy(product.url)
  let clients: ChatClient[] = []
  try {
    const { fan, creator, conversation_id } = await startConversation(data_dir, product.url)
    clients = [fan, creator].map((person) => new ChatClient(proxy, conversation_id, person))
    for (const client of clients) client.listen()

    const faults = schedule(chaos, {
      cut: () => proxy.cut(),
      lose: () => proxy.loseResponse(),
      kill: async () => {
        await product.kill('the product')
        proxy.goOffline()
        product = await startProduct(data_dir)
        proxy.forwardTo(product.url)
      },
    })
    const texts = textsOf(chaos)
    let sent = 0
    const sendAll = async (client: ChatClient, own: string[]) => {
      for (const [index, text] of own.entries()) {
        await client.send(text)
        sent += 1
        const fault = faults.get(sent)
        if (fault) tell(`${sent} messages, then ${fault.name}`)
        await fault?.happen()
        await reactSometimes(client, index)
      }
    }
    await Promise.all(
      clients.map((client, side) =>
        sendAll(
          client,
          texts.filter((_, index) => index % 2 === side),
        ),
      ),
    )

    for (const client of clients) await client.until(({ messages }) => messages.length >= texts.length + 1)
    const wrong = await withDatabase(data_dir, (db) => compare(db, conversation_id, clients, chaos))
    wrong.push(...(await checkUnreadCount(proxy, clients, { fan, creator, conversation_id })))
    await product.stop()
    return {
      acknowledged: clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      retries: clients.reduce((sum, { retries }) => sum + retries, 0),
      wrong,
    }
  } catch (error) {
    await product.kill('everything')
    throw error
  } finally {
    for (const client of clients) client.leave()
    await proxy.close()
    await rm(data_dir, { recursive: true, force: true })
  }
}

/** Many messages have the same text, so that a client which recognises messages by their text would lose some. */
function textsOf({ messages, identical }: Chaos): string[] {
  const every = Math.max(1, Math.floor(messages / Math.max(1, identical)))
  let same = 0
  return Array.from({ length: messages }, (_, index) => {
    if (same >= identical || index % every !== 0) return `Line ${index}`
    same += 1
    return SAME_TEXT
  })
}

interface Fault {
  name: string
  happen(): void | Promise<void>
}

/** Which fault happens after how many messages. The faults are spread evenly. */
function schedule(
  { messages, cuts, kills }: Chaos,
  { cut, lose, kill }: { cut: () => void; lose: () => void; kill: () => Promise<void> },
): Map<number, Fault> {
  const faults = new Map<number, Fault>()
  const spread = (count: number, place: number, fault: (index: number) => Fault) => {
    for (let index = 0; index < count; index += 1) {
      faults.set(Math.floor(((index + place) * messages) / count) + 1, fault(index))
    }
  }
  spread(cuts, 0.3, (index) =>
    index % 2 === 0 ? { name: 'all connections are cut', happen: cut } : { name: 'a response is lost', happen: lose },
  )
  spread(kills, 0.7, () => ({ name: 'the product is killed', happen: kill }))
  return faults
}

/** Adds a reaction to the other's newest message after every tenth message, and removes every second one again. */
async function reactSometimes(client: ChatClient, index: number): Promise<void> {
  if (index % 10 !== 0) return
  const message = client.thread?.messages.findLast(({ sender_id }) => sender_id !== client.user_id)
  const emoji = REACTIONS[index % REACTIONS.length]
  if (!message || emoji === undefined) return
  await client.react(message.id, emoji, true)
  if (index % 20 === 0) await client.react(message.id, emoji, false)
}

/** Compares what the two clients know with the database. */
async function compare(
  db: Db,
  conversation_id: string,
  clients: ChatClient[],
  { identical }: Chaos,
): Promise<string[]> {
  const rows = await db<{ id: string; content: string }[]>`
    select id, content from messages where conversation_id = ${conversation_id} order by position`
  const stored = rows.map(({ id }) => id)
  const reactions = await db<{ message_id: string; emoji: string; count: number }[]>`
    select r.message_id, r.emoji, count(*)::int as count from reactions r join messages m on m.id = r.message_id
    where m.conversation_id = ${conversation_id} group by 1, 2 order by 1, 2`
  const wrong: string[] = []
  for (const [side, client] of clients.entries()) {
    const who = side === 0 ? 'the fan' : 'the creator'
    // A client that was cut off has missed live events about reactions, so both fetch the thread again.
    client.catchUp()
    const isSettled = () => reactionsOf(client) === JSON.stringify(reactions.map((row) => ({ ...row })))
    await client.until(isSettled, 30_000).catch(() => wrong.push(`${who} sees other reactions than there are`))
    const known = client.thread?.messages.map(({ id }) => id) ?? []
    if (JSON.stringify(known) !== JSON.stringify(stored)) {
      wrong.push(
        `${who} knows ${known.length} messages, the database ${stored.length}, not the same ones or not in the same order`,
      )
    }
    if (client.thread?.pending.length !== 0) wrong.push(`${who} still sees a pending message`)
    for (const { id } of client.acknowledged) {
      const times = stored.filter((other) => other === id).length
      if (times !== 1) wrong.push(`a message acknowledged to ${who} is stored ${times} times`)
    }
  }
  const same = rows.filter(({ content }) => content === SAME_TEXT).length
  if (same !== identical) wrong.push(`${identical} messages with the same text were sent, ${same} are stored`)
  const acknowledged = clients.reduce((sum, client) => sum + client.acknowledged.length, 0)
  if (stored.length !== acknowledged + 1)
    wrong.push(`${acknowledged} messages were acknowledged, ${stored.length - 1} are stored`)
  return wrong
}

function reactionsOf({ thread }: ChatClient): string {
  const rows = (thread?.messages ?? []).flatMap(({ id, reactions }) =>
    Object.entries(reactions.counts).map(([emoji, count]) => ({ message_id: id, emoji, count })),
  )
  return JSON.stringify(rows.sort((a, b) => (a.message_id + a.emoji < b.message_id + b.emoji ? -1 : 1)))
}

/** The unread count is 0 after reading, and then the number of messages that were sent while the creator was offline. */
async function checkUnreadCount(
  proxy: FaultyProxy,
  [fan, creator]: ChatClient[],
  people: { creator: Person; conversation_id: string } & { fan: Person },
): Promise<string[]> {
  const unread = async () => {
    const answer = await call(proxy.url, 'GET', '/conversations/received', undefined, people.creator.token)
    const [conversation] = (await answer.json()) as { unread_count: number }[]
    return conversation?.unread_count
  }
  creator?.leave()
  await call(proxy.url, 'GET', `/conversations/${people.conversation_id}`, undefined, people.creator.token)
  const before = await unread()
  for (const text of ['One', 'Two', SAME_TEXT, SAME_TEXT]) await fan?.send(text)
  const after = await unread()
  return before === 0 && after === 4 ? [] : [`the unread count was ${before} and then ${after}, instead of 0 and 4`]
}

interface Person {
  id: string
  token: string
}

/** Creates a fan and a creator, and sends the first message. */
async function startConversation(data_dir: string, url: string) {
  const join = async (email: string): Promise<Person> => {
    const token = await signUp(url, email)
    const { id } = (await (await call(url, 'GET', '/user', undefined, token)).json()) as { id: string }
    return { id, token }
  }
  const fan = await join('fan@example.com')
  const creator = await join('creator@example.com')
  const now = new Date()
  await withDatabase(data_dir, async (db) => {
    await insertProfile(db, { id: creator.id, bio: '', created_at: now })
    await grantSubscription(db, { id: newId(now), fan_id: fan.id, profile_id: creator.id, days: 1, now })
  })
  const answer = await call(
    url,
    'POST',
    '/conversations',
    { creator_id: creator.id, content: 'Good evening' },
    fan.token,
  )
  const { id } = (await answer.json()) as { id: string }
  return { fan, creator, conversation_id: id }
}

async function withDatabase<T>(data_dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect((await findEmbedded(data_dir)) ?? '', { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
