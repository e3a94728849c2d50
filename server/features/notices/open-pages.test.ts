import type { Email } from 'postal-mime'
import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import type { Browser } from '#tests/support/push/browser.ts'
import { startPushService } from '#tests/support/push/push-service.ts'
import { type Person, world } from '#tests/support/world.ts'

/**
 * Every combination of kind, channels, mute, quiet hours and open page, with real pushes and mails. What the rules decide for
 * all other kinds is in server/domain/judge-delivery.test.ts; a page that is open matters to these.
 */
const KINDS = ['new_message', 'new_reaction', 'new_post'] as const
const TOPICS = { new_message: 'message', new_reaction: 'reaction', new_post: 'post' } as const
/** `thread`: the conversation with the creator is on the screen. `app`: another page is. */
const OPEN = ['thread', 'app', 'away'] as const
const BOTH = [true, false]

interface Case {
  kind: (typeof KINDS)[number]
  channels: { in_app: boolean; push: boolean; mail: boolean }
  is_muted: boolean
  is_quiet: boolean
  open: (typeof OPEN)[number]
}

/** The short form has each channel alone, and all of them. */
const CHANNELS = BOTH.flatMap((in_app) => BOTH.flatMap((push) => BOTH.map((mail) => ({ in_app, push, mail })))).filter(
  (channels) => isLongForm || [1, 3].includes(Object.values(channels).filter(Boolean).length),
)

function* everyCase(kind: Case['kind']): Generator<Case> {
  for (const channels of CHANNELS)
    for (const is_muted of BOTH)
      for (const is_quiet of BOTH) for (const open of OPEN) yield { kind, channels, is_muted, is_quiet, open }
}

const STAGES = ['at once', 'after a quarter of an hour', 'in the morning'] as const
type Stage = (typeof STAGES)[number]

/** When somebody is told by push and by mail, and how many notices they have in the end. */
interface Told {
  push: Stage[]
  mail: Stage[]
  unread: number
}

/** The rules, written down again. */
function expected({ kind, channels, is_muted, is_quiet, open }: Case): Told {
  const isSeen = kind !== 'new_post' && open === 'thread'
  if (isSeen || (is_muted && kind === 'new_post')) return { push: [], mail: [], unread: 0 }
  const awake = (stage: Stage): Stage => (is_quiet ? 'in the morning' : stage)
  return {
    push: channels.push ? [awake('at once')] : [],
    mail: channels.mail ? [awake(kind === 'new_message' ? 'after a quarter of an hour' : 'at once')] : [],
    unread: channels.in_app ? 1 : 0,
  }
}

interface Reader {
  is: Case
  person: Person
  browser: Browser
  conversation_id: string
  message_id: string
}

const { url: SMTP_URL, received } = await startSmtp()
const service = await startPushService()
const { ctx, creatorNamed, member, subscribe, passes, beat, runJob } = await world(
  { SMTP_URL, PUBLIC_URL: 'https://loge.example' },
  { push: service.sender },
)
const margaux = await creatorNamed('margauxlenoir')

/** Somebody in one of the cases, in whose conversation the creator has read the last message. */
async function readerOf(is: Case, name: string): Promise<Reader> {
  const [person, browser] = [await member(name), service.browser()]
  await subscribe(person, margaux)
  const { id: conversation_id, messages } = await person.writes(margaux, 'Bonsoir')
  const { endpoint, p256dh, auth } = browser.target
  const now = ctx.now()
  await ctx.db`
    insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, created_at)
    select gen_random_uuid(), user_id, id, ${endpoint}, ${p256dh}, ${auth}, ${now} from sessions where user_id = ${person.id}`
  // Only the readers of the post hear of it.
  const choices = { post: { in_app: false, push: false, mail: false }, [TOPICS[is.kind]]: is.channels }
  const [from, until] = is.is_quiet ? ['22:00', '07:00'] : [null, null]
  await ctx.db`
    insert into notification_settings (user_id, choices, quiet_from, quiet_until, updated_at)
    values (${person.id}, ${ctx.db.json(choices)}, ${from}, ${until}, ${now})`
  if (is.is_muted)
    await ctx.db`insert into mutes (user_id, other_id, created_at) values (${person.id}, ${margaux.id}, ${now})`
  return { is, person, browser, conversation_id, message_id: messages[0]?.id ?? '' }
}

/** What the creator does. A post is for all of them, and comes last. */
async function happens({ is: { kind }, conversation_id, message_id }: Reader): Promise<void> {
  if (kind === 'new_message') await margaux.says(conversation_id, 'A secret')
  if (kind === 'new_reaction')
    await margaux.ask('POST', `/conversations/${conversation_id}/messages/${message_id}/reactions`, { emoji: '🔥' })
}

/** What the open page asks for after a live event. */
async function pageHears({ is: { open }, person, conversation_id }: Reader): Promise<void> {
  if (open === 'thread') await person.ask('GET', `/conversations/${conversation_id}`)
  if (open === 'app') for (const list of ['/notices', '/conversations']) await person.ask('GET', list)
}

it('Every combination of kind, channel, choice, mute, quiet hours and open page tells as the rules say, each once', async () => {
  // Eleven in the evening in Paris.
  passes(10 * HOUR_MS)
  const cases = KINDS.flatMap((kind) => [...everyCase(kind)])
  const readers: Reader[] = []
  for (const [number, is] of cases.entries()) readers.push(await readerOf(is, `reader${number}`))
  passes(HOUR_MS)

  const told = new Map(readers.map(({ person }) => [person, { push: [] as Stage[], mail: [] as Stage[] }]))
  const heardBy = (mails: readonly Email[], { email }: Person) =>
    mails.filter(({ to }) => to?.[0]?.address === email).length
  async function stage(name: Stage, ms: number): Promise<void> {
    const [pushes_before, mails_before] = [service.received.length, received.length]
    passes(ms)
    for (let turn = 0; turn < 2; turn += 1) {
      await beat()
      await runJob('mail_notices')
    }
    const pushed = service.received.slice(pushes_before).map(({ path }) => path)
    const mailed = received.slice(mails_before)
    for (const { person, browser } of readers) {
      const pushes = pushed.filter((path) => browser.endpoint.endsWith(path)).length
      told.get(person)?.push.push(...Array(pushes).fill(name))
      told.get(person)?.mail.push(...Array(heardBy(mailed, person)).fill(name))
    }
  }

  for (const each of readers) await happens(each)
  await margaux.posts()
  for (const each of readers) await pageHears(each)
  await stage('at once', 5 * SECOND_MS)
  for (const each of readers.filter(({ is }) => is.open === 'app')) await pageHears(each)
  await stage('after a quarter of an hour', 15 * MINUTE_MS)
  await stage('in the morning', 8 * HOUR_MS)

  const unread_of = new Map(
    (
      await ctx.db<{ user_id: string; count: number }[]>`
        select user_id, count(*)::int as count from member_notices where in_app and read_at is null group by 1`
    ).map(({ user_id, count }) => [user_id, count]),
  )
  const wrong: object[] = []
  for (const { is, person } of readers) {
    const unread = unread_of.get(person.id) ?? 0
    const was: Told = { push: [], mail: [], ...told.get(person), unread }
    const should = expected(is)
    if (JSON.stringify(was) !== JSON.stringify(should)) wrong.push({ is, was, should })
  }
  expect(wrong).toEqual([])
  expect(readers).toHaveLength(KINDS.length * CHANNELS.length * 2 ** 2 * OPEN.length)
})
