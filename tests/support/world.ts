import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { Registry } from 'prom-client'
import type { Role } from '#contract/accounts.ts'
import type { Conversation, Message } from '#contract/conversations.ts'
import type { Post } from '#contract/posts.ts'
import type { Story } from '#contract/stories.ts'
import { type AppOptions, buildApp, FEATURES } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { connect } from '#server/db/connect.ts'
import { ownsStore } from '#server/domain/store-owner.ts'
import { emailKey } from '#server/emails.ts'
import { beatsOf } from '#server/feature.ts'
import type { JobPayloads } from '#server/jobs/jobs.ts'
import type { BusEvent } from '#server/live/live.ts'
import { createLog } from '#server/log.ts'
import { createMedia } from '#server/media/media.ts'
import { createDecodePool } from '#server/media/pictures/decode-pool.ts'
import { encodeImage } from '#server/media/pictures/images.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { PayoutProvider } from '#server/payouts/provider.ts'
import type { PushSender } from '#server/push/sender.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import { closeAfterTests } from './close-after-tests.ts'
import { insertAccount, openSession } from './database/account-rows.ts'
import { createTestDatabase, type TestDatabase } from './database/postgres.ts'
import { type FormParts, formBody, noisePicture } from './files/pictures.ts'

export const PASSWORD = 'a good long password'

/** Decodes the pictures of all worlds, because starting a process for each world takes longer than most tests. */
const decoders = createDecodePool({ folder: tmpdir() })

/** A valid id that does not exist. */
export const NOBODY = '019ba4d2-0000-7000-8000-000000000000'

/** The response to a request. */
export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts on the body it expects
  body: any
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

/** A user or a visitor who makes requests, with a token or without. */
export class Person {
  readonly email: string
  id = ''
  token: string | undefined
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance, email: string) {
    this.#app = app
    this.email = email
  }

  async ask(method: string, url: string, body?: unknown, options: InjectOptions = {}): Promise<Reply> {
    const reply = await this.#app.inject({
      ...options,
      method: method as 'GET',
      url: `/api${url}`,
      ...(body !== undefined && { payload: body as string }),
      headers: {
        ...(this.token !== undefined && { authorization: this.token }),
        'content-type': 'application/json',
        ...options.headers,
      },
    })
    const isJson = reply.headers['content-type']?.toString().includes('json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      body: isJson ? reply.json() : reply.body,
    }
  }

  /** Sends a form, files included. */
  async send(method: string, url: string, parts: FormParts): Promise<Reply> {
    const { payload, headers } = await formBody(parts)
    return await this.ask(method, url, payload, { headers })
  }

  /** Fetches bytes, such as a picture. */
  async fetch(path: string, options: InjectOptions = {}): Promise<Reply & { bytes: Buffer }> {
    const reply = await this.#app.inject({
      ...options,
      method: options.method ?? 'GET',
      url: `/api${path}`,
      headers: { ...(this.token !== undefined && { authorization: this.token }), ...options.headers },
    })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      body: reply.body,
      bytes: reply.rawPayload,
    }
  }

  /** Publishes a post. Returns the body of the response. */
  async posts(input: { description?: string; protected?: boolean; file?: Buffer } = {}): Promise<Post> {
    const { description = 'A picture', file = await noisePicture() } = input
    const { status, body } = await this.send('POST', '/posts', {
      description,
      protected: String(input.protected ?? false),
      file,
    })
    if (status !== 201) throw new Error(`Posting was answered with ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** Publishes a story. Returns the body of the response. */
  async tells(
    input: { description?: string; protected?: boolean; media?: Buffer; expires_at?: Date } = {},
  ): Promise<Story> {
    const { description = 'A story', media = await noisePicture(), expires_at } = input
    const { status, body } = await this.send('POST', '/stories', {
      'story[description]': description,
      'story[protected]': String(input.protected ?? false),
      ...(expires_at && { 'story[expires_at]': expires_at.toISOString() }),
      'story[media]': media,
    })
    if (status !== 201) throw new Error(`Telling a story was answered with ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** Starts a conversation with a creator they subscribe to. Returns the body of the response. */
  async writes(creator: Person, content = 'Hello', client_id?: string): Promise<Conversation> {
    const { status, body } = await this.ask('POST', '/conversations', { creator_id: creator.id, content, client_id })
    if (status !== 201) throw new Error(`Writing was answered with ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** Sends a message in a conversation. Returns the body of the response. */
  async says(conversation_id: string, content = 'Hello', client_id?: string): Promise<Message> {
    const { status, body } = await this.ask('POST', `/conversations/${conversation_id}/messages`, {
      content,
      client_id,
    })
    if (status !== 201) throw new Error(`Writing was answered with ${status}: ${JSON.stringify(body)}`)
    return body
  }

  async signUp(password = PASSWORD): Promise<Reply> {
    const reply = await this.ask('POST', '/users', { user: { email: this.email, password } })
    if (reply.status === 201) this.id = reply.body.id
    return reply
  }

  async signIn(password = PASSWORD, email = this.email): Promise<Reply> {
    const reply = await this.ask('POST', '/users/sign_in', { user: { email, password } })
    if (reply.status === 200) {
      this.token = String(reply.headers.authorization)
      this.id = reply.body.id
    }
    return reply
  }
}

/** A job without a payload, which runs on a schedule. */
type ScheduledJob = {
  [Name in keyof JobPayloads]: JobPayloads[Name] extends Record<string, never> ? Name : never
}[keyof JobPayloads]

export interface World {
  ctx: Context
  app: FastifyInstance
  registry: Registry
  logs: string[]
  visitor: Person
  /** Creates an account and signs in. */
  member(name: string): Promise<Person>
  creator(name: string): Promise<Person>
  /** A creator who has chosen this username. */
  creatorNamed(username: string): Promise<Person>
  staff(name: string, role: Role): Promise<Person>
  /** A person without an account. */
  stranger(name: string): Person
  /** A further session of somebody who has an account. */
  anotherDevice(name: string): Promise<Person>
  /** Starts a subscription now. */
  subscribe(fan: Person, creator: Person, days?: number): Promise<void>
  /** Advances the clock of the world. Nothing else does. */
  passes(ms: number): void
  /** Runs the due jobs, then reads every mail that was ever sent. */
  mails(): Promise<Email[]>
  /** The mails to this address, oldest first. */
  mailsTo(email: string): Promise<Email[]>
  /** Runs a scheduled job now, and everything else that is due. */
  runJob(name: ScheduledJob): Promise<void>
  /** What every process does every two seconds, once. */
  beat(): Promise<void>
  /** The live events that are published while `work` runs. */
  eventsDuring(work: () => Promise<unknown>): Promise<BusEvent[]>
}

/** A complete product for one test file, with its own database, outbox and clock. Rate limits are off by default. */
export async function world(
  env: Record<string, string> = {},
  {
    payments,
    payouts,
    push,
    ...options
  }: AppOptions & { payments?: PaymentProvider; payouts?: PayoutProvider | undefined; push?: PushSender } = {},
  given?: TestDatabase,
): Promise<World> {
  const database = given ?? (await createTestDatabase())
  const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-test-'))
  const config: Config = readConfig({
    DATA_DIR: data_dir,
    // A demo must not have a DATABASE_URL. Here this database replaces the embedded one.
    ...(env.DEMO !== 'on' && { DATABASE_URL: database.url }),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'trace',
    ...env,
  })
  const logs: string[] = []
  const log = createLog(config, { write: (line) => void logs.push(line) })
  const db = connect(database.url)
  let now = new Date('2026-03-01T12:00:00.000Z')
  const ctx = await createContext(config, {
    database: { db, background: undefined, url: database.url, close: () => db.end({ timeout: 1 }) },
    log,
    media: createMedia(config, log, { encode: (upload) => encodeImage(upload, decoders) }),
    now: () => now,
    origin: () => config.public_url ?? 'http://loge.test',
    ...(payments && { payments }),
    ...(payouts && { payouts }),
    ...(push && { push }),
  })
  await ownsStore(ctx)
  const registry = new Registry()
  const app = await buildApp(ctx, { registry, ...options })
  await app.ready()

  closeAfterTests(async () => {
    await app.close()
    await ctx.close()
    await database.drop()
    await rm(data_dir, { recursive: true, force: true })
  })

  async function member(name: string): Promise<Person> {
    const person = new Person(app, `${name}@example.com`)
    person.id = await insertAccount(db, { email: person.email, password: PASSWORD, now })
    person.token = await openSession(db, { user_id: person.id, user_agent: 'lightMyRequest', now })
    return person
  }

  async function creator(name: string): Promise<Person> {
    const person = await member(name)
    await insertProfile(db, { id: person.id, bio: '', created_at: now })
    return person
  }

  const outbox = path.join(data_dir, 'outbox')
  const parsed = new Map<string, Promise<Email>>()
  async function readMail(file: string): Promise<Email> {
    return await PostalMime.parse(await readFile(path.join(outbox, file)))
  }

  async function mails(): Promise<Email[]> {
    await ctx.jobs.runDue()
    const files = (await readdir(outbox).catch(() => [])).sort()
    for (const file of files) if (!parsed.has(file)) parsed.set(file, readMail(file))
    return await Promise.all(files.flatMap((file) => parsed.get(file) ?? []))
  }

  return {
    ctx,
    app,
    registry,
    logs,
    visitor: new Person(app, 'visitor@example.com'),
    member,
    creator,
    async creatorNamed(username) {
      const person = await creator(username.toLowerCase())
      const { status } = await person.ask('PUT', '/user', { username })
      if (status !== 200) throw new Error(`The username ${username} was answered with ${status}`)
      return person
    },
    async staff(name, role) {
      const person = await member(name)
      await setRole(db, emailKey(person.email), role)
      // As if with a second factor, which staff need where PUBLIC_URL is set.
      await db`update sessions set signed_in_with = 'app' where user_id = ${person.id}`
      return person
    },
    async subscribe(fan, creator, days = 30) {
      await grantSubscription(db, { id: newId(now), fan_id: fan.id, profile_id: creator.id, days, now })
    },
    stranger: (name) => new Person(app, `${name}@example.com`),
    passes(ms) {
      now = new Date(now.getTime() + ms)
    },
    async anotherDevice(name) {
      const person = new Person(app, `${name}@example.com`)
      const { status } = await person.signIn()
      if (status !== 200) throw new Error(`Signing in was answered with ${status}`)
      return person
    },
    mails,
    async mailsTo(email) {
      return (await mails()).filter(({ to }) => to?.[0]?.address === email)
    },
    async runJob(name) {
      await ctx.jobs.send(name, {})
      await ctx.jobs.runDue()
    },
    async beat() {
      for (const { run } of beatsOf(ctx, FEATURES)) await run(new AbortController().signal)
    },
    async eventsDuring(work) {
      const events: BusEvent[] = []
      const stop = ctx.live.listen((event) => void events.push(event))
      await work()
      stop()
      return events
    },
  }
}
