import type { Email } from 'postal-mime'
import { expect, it } from 'vitest'
import { NOTICE_TOPICS, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import type { NotificationSettingsChange } from '#contract/notices.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { KNOWN_KINDS, MAILED_APART, TOPIC_OF } from '#server/domain/notice-topics.ts'
import { notify } from '#server/domain/notify.ts'
import { newId } from '#server/store/ids.ts'
import { later } from '#server/time.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import type { Browser } from '#tests/support/push/browser.ts'
import { startPushService } from '#tests/support/push/push-service.ts'
import { headerOf } from '#tests/support/scenarios/notice-mails.ts'
import { type Person, world } from '#tests/support/world.ts'
import { mailNotices } from './jobs.ts'

/**
 * Every combination of kind, channels, mute, quiet hours and open page, with real pushes and mails, for the kinds that an open
 * page may show. What the rules decide for every choice about all other kinds is in server/domain/judge-delivery.test.ts;
 * below, no open page changes it.
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
  { SMTP_URL, PUBLIC_URL: 'https://loge.example', STORY_AUTHORS: 'creator' },
  { push: service.sender },
)
const margaux = await creatorNamed('margauxlenoir')

/** Somebody in one of the cases, in whose conversation the creator has read the last message. */
async function readerOf(is: Case, name: string): Promise<Reader> {
  const [person, browser] = [await member(name), service.browser()]
  await subscribe(person, margaux)
  const { id: conversation_id, messages } = await person.writes(margaux, 'Bonsoir')
  const now = ctx.now()
  await listensWith(person, browser)
  // Only the readers of the post hear of it.
  const choices = { post: { in_app: false, push: false, mail: false }, [TOPICS[is.kind]]: is.channels }
  await chooses(person, choices, is)
  if (is.is_muted)
    await ctx.db`insert into mutes (user_id, other_id, created_at) values (${person.id}, ${margaux.id}, ${now})`
  return { is, person, browser, conversation_id, message_id: messages[0]?.id ?? '' }
}

async function listensWith({ id }: Person, { target }: Browser): Promise<void> {
  const { endpoint, p256dh, auth } = target
  await ctx.db`
    insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, created_at)
    select gen_random_uuid(), user_id, id, ${endpoint}, ${p256dh}, ${auth}, ${ctx.now()} from sessions where user_id = ${id}`
}

type Choices = NonNullable<NotificationSettingsChange['choices']>

async function chooses({ id }: Person, choices: Choices, { is_quiet }: Pick<Case, 'is_quiet'>): Promise<void> {
  const [from, until] = is_quiet ? ['22:00', '07:00'] : [null, null]
  await ctx.db`
    insert into notification_settings (user_id, choices, quiet_from, quiet_until, updated_at)
    values (${id}, ${ctx.db.json(choices)}, ${from}, ${until}, ${ctx.now()})`
}

/** What the creator does. A post is for all of them, and comes last. */
async function happens({ is: { kind }, conversation_id, message_id }: Reader): Promise<void> {
  if (kind === 'new_message') await margaux.says(conversation_id, 'A secret')
  if (kind === 'new_reaction')
    await margaux.ask('POST', `/conversations/${conversation_id}/messages/${message_id}/reactions`, { emoji: '🔥' })
}

/** What the open page asks for after a live event. */
type Page = Pick<Reader, 'person' | 'conversation_id'> & { is: Pick<Case, 'open'> }

async function pageHears({ is: { open }, person, conversation_id }: Page): Promise<void> {
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

/** What no open page shows by itself. */
const ELSEWHERE = KNOWN_KINDS.filter((kind) => kind !== 'new_message' && kind !== 'new_reaction')
const EVERYTHING = Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, { in_app: true, push: true, mail: true }]))

it('No open page silences a notice of any other kind, and quiet hours hold back all but mails about money and safety', async () => {
  const noor = await creatorNamed('noorhaddad')
  passes(16 * HOUR_MS)
  const [{ id: post_id }, { id: story_id }] = [await noor.posts(), await noor.tells()]
  await beat()
  const readers = await Promise.all(
    BOTH.flatMap((is_quiet) => OPEN.map((open) => ({ is_quiet, open }))).map(async (is, number) => {
      const [person, browser] = [await member(`all${number}`), service.browser()]
      await subscribe(person, noor)
      const { id: conversation_id } = await person.writes(noor, 'Bonsoir')
      await listensWith(person, browser)
      await chooses(person, EVERYTHING, is)
      return { is, person, browser, conversation_id }
    }),
  )

  // Everything happens at night.
  const told = readers.flatMap(({ is, person }) =>
    // The short form has half of the kinds in quiet hours, and the others outside of them.
    ELSEWHERE.filter((_, index) => isLongForm || (index % 2 === 0) === is.is_quiet).map((kind) => ({
      is,
      kind,
      user_id: person.id,
      id: newId(ctx.now()),
    })),
  )
  await notify(
    ctx.db,
    told.map(({ kind, user_id, id }) => ({
      id,
      user_id,
      kind,
      about_id: noor.id,
      details: { creator_id: noor.id, amount: '7.99', expires_at: later(ctx.now(), 30 * DAY_MS).toISOString() },
      ...(kind === 'new_post' && { post_id }),
      ...(kind === 'new_story' && { story_id }),
      created_at: ctx.now(),
    })),
  )
  // An open thread marks what concerns it as read as soon as there is something new in it.
  for (const { conversation_id } of readers) await noor.says(conversation_id, 'Bonsoir')
  const heard = { push: new Map<string, Stage[]>(), mail: new Map<string, Stage[]>() }
  for (const [stage, ms] of [['at once', 5 * SECOND_MS] as const, ['in the morning', 8 * HOUR_MS] as const]) {
    for (const reader of readers) await pageHears(reader)
    const [pushes_before, mails_before] = [service.received.length, received.length]
    passes(ms)
    await beat()
    await mailNotices(ctx, async () => {})
    const pushes = service.received.slice(pushes_before)
    for (const { browser } of readers)
      for (const push of pushes.filter(({ path }) => browser.endpoint.endsWith(path)))
        heard.push.set(browser.read(push).tag, [...(heard.push.get(browser.read(push).tag) ?? []), stage])
    for (const mail of received.slice(mails_before)) {
      const id = headerOf(mail, 'message-id')?.slice(1, 37) ?? ''
      heard.mail.set(id, [...(heard.mail.get(id) ?? []), stage])
    }
  }

  const wrong: object[] = []
  for (const { is, kind, id } of told) {
    const topic = TOPIC_OF[kind]
    const awake: Stage = is.is_quiet ? 'in the morning' : 'at once'
    const isLocked = topic !== null && TOPIC_DEFAULTS[topic].mail === 'locked'
    const should = {
      push: topic === null ? [] : [awake],
      mail: topic === null || MAILED_APART.includes(kind) ? [] : [isLocked ? 'at once' : awake],
    }
    const was = { push: heard.push.get(id) ?? [], mail: heard.mail.get(id) ?? [] }
    if (JSON.stringify(was) !== JSON.stringify(should)) wrong.push({ is, kind, was, should })
  }
  expect(wrong).toEqual([])
  expect(told).toHaveLength(ELSEWHERE.length * OPEN.length * (isLongForm ? 2 : 1))
})
