import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { REACTIONS } from '#contract/conversations.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { newId } from '#server/store/ids.ts'
import { grantSubscription } from '#server/store/periods.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { startProduct } from '#tests/crash/product-process.ts'
import { call, signUp } from '#tests/crash/writers.ts'
import { Chatter } from './chatter.ts'
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts'

export interface Chaos {
  messages: number
  /** How often everything is cut, or an answer lost, in turns. */
  cuts: number
  /** How often the product is killed and started again. */
  kills: number
  /** So many of the messages say the same. */
  identical: number
}

export interface ChaosReport {
  acknowledged: number
  retries: number
  /** What is wrong, in words. */
  wrong: string[]
}

const SAME = 'ok'

/** Two people talk through a network that fails, with a product that is killed. Then all three are asked what was said. */
export async function talkThroughChaos(chaos: Chaos, tell: (line: string) => void): Promise<ChaosReport> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-chaos-'))
  let product = await startProduct(data_dir)
  const proxy = await openFaultyProxy(product.url)
  let ends: Chatter[] = []
  try {
    const { fan, creator, conversation_id } = await introduce(data_dir, product.url)
    ends = [fan, creator].map((person) => new Chatter(proxy, conversation_id, person))
    for (const end of ends) end.listen()

    const faults = schedule(chaos, {
      cut: () => proxy.cut(),
      lose: () => proxy.loseAnswer(),
      kill: async () => {
        await product.kill('the product')
        proxy.leadNowhere()
        product = await startProduct(data_dir)
        proxy.leadTo(product.url)
      },
    })
    const texts = textsOf(chaos)
    let said = 0
    const talk = async (end: Chatter, own: string[]) => {
      for (const [index, text] of own.entries()) {
        await end.say(text)
        said += 1
        const fault = faults.get(said)
        if (fault) tell(`${said} messages, then ${fault.name}`)
        await fault?.happen()
        await reactNowAndThen(end, index)
      }
    }
    await Promise.all(
      ends.map((end, side) =>
        talk(
          end,
          texts.filter((_, index) => index % 2 === side),
        ),
      ),
    )

    for (const end of ends) await end.until(({ messages }) => messages.length >= texts.length + 1)
    const wrong = await withDatabase(data_dir, (db) => compare(db, conversation_id, ends, chaos))
    wrong.push(...(await countUnread(proxy, ends, { fan, creator, conversation_id })))
    await product.stop()
    return {
      acknowledged: ends.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      retries: ends.reduce((sum, { retries }) => sum + retries, 0),
      wrong,
    }
  } catch (error) {
    await product.kill('everything')
    throw error
  } finally {
    for (const end of ends) end.leave()
    await proxy.close()
    await rm(data_dir, { recursive: true, force: true })
  }
}

/** So much is said the same by both that comparing words would make few messages of many. */
function textsOf({ messages, identical }: Chaos): string[] {
  const every = Math.max(1, Math.floor(messages / Math.max(1, identical)))
  let same = 0
  return Array.from({ length: messages }, (_, index) => {
    if (same >= identical || index % every !== 0) return `Line ${index}`
    same += 1
    return SAME
  })
}

interface Fault {
  name: string
  happen(): void | Promise<void>
}

/** What happens after how many messages, evenly through the whole talk. */
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
    index % 2 === 0 ? { name: 'everything is cut', happen: cut } : { name: 'an answer is lost', happen: lose },
  )
  spread(kills, 0.7, () => ({ name: 'the product is killed', happen: kill }))
  return faults
}

/** Puts a reaction to the other one's newest message, and takes every second back. */
async function reactNowAndThen(end: Chatter, index: number): Promise<void> {
  if (index % 10 !== 0) return
  const message = end.thread?.messages.findLast(({ sender_id }) => sender_id !== end.user_id)
  const emoji = REACTIONS[index % REACTIONS.length]
  if (!message || emoji === undefined) return
  await end.react(message.id, emoji, true)
  if (index % 20 === 0) await end.react(message.id, emoji, false)
}

/** What the two ends and the database hold, side by side. */
async function compare(db: Db, conversation_id: string, ends: Chatter[], { identical }: Chaos): Promise<string[]> {
  const rows = await db<{ id: string; content: string }[]>`
    select id, content from messages where conversation_id = ${conversation_id} order by position`
  const kept = rows.map(({ id }) => id)
  const reactions = await db<{ message_id: string; emoji: string; count: number }[]>`
    select r.message_id, r.emoji, count(*)::int as count from reactions r join messages m on m.id = r.message_id
    where m.conversation_id = ${conversation_id} group by 1, 2 order by 1, 2`
  const wrong: string[] = []
  for (const [side, end] of ends.entries()) {
    const who = side === 0 ? 'the fan' : 'the creator'
    // Reactions are heard of live or asked for: whoever was cut off asks.
    end.catchUp()
    const isSettled = () => reactionsOf(end) === JSON.stringify(reactions.map((row) => ({ ...row })))
    await end.until(isSettled, 30_000).catch(() => wrong.push(`${who} sees other reactions than there are`))
    const known = end.thread?.messages.map(({ id }) => id) ?? []
    if (JSON.stringify(known) !== JSON.stringify(kept)) {
      wrong.push(`${who} knows ${known.length} messages, the database ${kept.length}, not the same or not in one order`)
    }
    if (end.thread?.pending.length !== 0) wrong.push(`${who} still sees something on its way`)
    for (const { id } of end.acknowledged) {
      const times = kept.filter((other) => other === id).length
      if (times !== 1) wrong.push(`a message acknowledged to ${who} is there ${times} times`)
    }
  }
  const same = rows.filter(({ content }) => content === SAME).length
  if (same !== identical) wrong.push(`${identical} messages said the same, ${same} are there`)
  const acknowledged = ends.reduce((sum, end) => sum + end.acknowledged.length, 0)
  if (kept.length !== acknowledged + 1)
    wrong.push(`${acknowledged} messages were acknowledged, ${kept.length - 1} kept`)
  return wrong
}

function reactionsOf({ thread }: Chatter): string {
  const rows = (thread?.messages ?? []).flatMap(({ id, reactions }) =>
    Object.entries(reactions.counts).map(([emoji, count]) => ({ message_id: id, emoji, count })),
  )
  return JSON.stringify(rows.sort((a, b) => (a.message_id + a.emoji < b.message_id + b.emoji ? -1 : 1)))
}

/** Who is away finds exactly what was said meanwhile unread, and nothing once they have looked. */
async function countUnread(
  proxy: FaultyProxy,
  [fan, creator]: Chatter[],
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
  for (const text of ['One', 'Two', SAME, SAME]) await fan?.say(text)
  const after = await unread()
  return before === 0 && after === 4 ? [] : [`unread were ${before} and then ${after}, instead of 0 and 4`]
}

interface Person {
  id: string
  token: string
}

/** A fan who has written the first line to a creator. */
async function introduce(data_dir: string, url: string) {
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
