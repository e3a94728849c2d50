import { beforeAll, describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { codeOfStep, timeStep } from '#server/domain/second-factors/totp.ts'
import { noisePicture } from './support/files/pictures.ts'
import { unzip } from './support/files/zip.ts'
import { apiRequests, pageRequests } from './support/network/probe-requests.ts'
import { readBase32 } from './support/scenarios/second-factors.ts'
import { PASSWORD, type Person, world } from './support/world.ts'

/**
 * Searches for the secrets of second factors and of marks: in every answer that anybody can get, in the log, in the mails and in
 * the copy of everything. Each of them leaves the house at most once, when it is made, and the keys of marks and what the
 * database keeps of the others never do.
 */

const product = await world({ CONTACT_EMAIL: 'house@example.com' })
const { app, ctx, logs } = product
const amy = await product.creatorNamed('amy')
const fan = await product.member('fan')

/** The texts by which each secret would be recognised, by its name. */
const secrets = new Map<string, string[]>()

function addSecret(name: string, secret: string | Buffer): void {
  const bytes = Buffer.from(secret)
  const texts = [bytes.toString('latin1'), ...(['hex', 'base64', 'base64url'] as const).map((as) => bytes.toString(as))]
  const written = typeof secret === 'string' ? [secret, secret.replaceAll('-', '')] : [`[${[...bytes].join(',')}]`]
  secrets.set(name, [...new Set([...texts, ...written].map((text) => text.toLowerCase().replace(/=+$/, '')))])
}

function secretsIn(text: string): string[] {
  const lower = text.toLowerCase()
  return [...secrets].filter(([, texts]) => texts.some((each) => lower.includes(each))).map(([name]) => name)
}

let post_id = ''

/** The answers that say a secret because it was made just now. */
const shown: Record<string, string> = {}

async function tell(person: Person, method: string, path: string, body: unknown, status: number) {
  const answer = await person.ask(method, path, body)
  expect(answer.status, answer.text).toBe(status)
  return answer
}

/** The fan has an app, recovery codes, a trusted browser, a sign-in that waits, and has lost everything. */
async function locksTheDoor(): Promise<void> {
  const begun = await tell(fan, 'POST', '/second_factors/app', { current_password: PASSWORD }, 201)
  shown.app = begun.text
  const secret = readBase32(begun.body.secret)
  const code = codeOfStep(secret, timeStep(ctx.now()))
  const linked = await tell(fan, 'PUT', '/second_factors/app', { code }, 200)
  shown.codes = linked.text
  addSecret('the secret of the app', secret)
  addSecret('the secret of the app as it was shown', begun.body.secret)
  for (const [at, each] of linked.body.recovery_codes.entries()) addSecret(`recovery code ${at + 1}`, each)
  product.passes(60_000)
  const user = { email: fan.email, password: PASSWORD }
  const { body } = await tell(product.visitor, 'POST', '/users/sign_in', { user }, 401)
  const step = { ticket: body.ticket, code: codeOfStep(secret, timeStep(ctx.now())), trust_browser: true }
  await tell(product.visitor, 'POST', '/users/sign_in/second_step', step, 200)
  const { ticket } = (await tell(product.visitor, 'POST', '/users/sign_in', { user }, 401)).body
  addSecret('the ticket of a sign-in', ticket)
  await tell(product.visitor, 'POST', '/users/sign_in/recovery', { ticket }, 200)
}

/** The fan is shown a marked picture, and its creator looks a copy up. */
async function seesMarkedPicture(): Promise<void> {
  await tell(amy, 'PUT', '/picture_mark', { mark: 'faint' }, 200)
  const file = await noisePicture({ width: 200, height: 250, seed: 5 })
  const post = await amy.posts({ protected: true, file })
  post_id = post.id
  await product.subscribe(fan, amy)
  const { bytes } = await fan.fetch(post.file ?? '')
  expect((await amy.send('POST', '/leak_lookups', { file: bytes })).status).toBe(200)
}

/** What the database keeps, of which nothing is for anybody. */
async function addKeptSecrets(): Promise<void> {
  const columns: [table: string, column: string][] = [
    ['authenticator_apps', 'secret'],
    ['recovery_codes', 'code_hash'],
    ['recovery_codes', 'salt'],
    ['trusted_browsers', 'token_hash'],
    ['sign_in_tickets', 'token_hash'],
    ['sign_in_tickets', 'password_mark'],
    ['factor_recoveries', 'stop_hash'],
    ['viewer_marks', 'key'],
    ['secrets', 'value'],
  ]
  for (const [table, column] of columns) {
    const rows = await ctx.db<{ value: Buffer | string }[]>`
      select ${ctx.db(column)} as value from ${ctx.db(table)} where ${ctx.db(column)} is not null`
    expect(rows.length, table).toBeGreaterThan(0)
    for (const [at, { value }] of rows.entries()) addSecret(`${table}.${column} ${at + 1}`, value)
  }
}

const viewers: Record<string, Person> = { visitor: product.visitor, fan, creator: amy }

beforeAll(async () => {
  await seesMarkedPicture()
  await locksTheDoor()
  await product.mails()
  await addKeptSecrets()
  viewers.member = await product.member('member')
  viewers.moderator = await product.staff('moderator', 'moderator')
  viewers.admin = await product.staff('admin', 'admin')
})

describe('The secrets of second factors and marks', () => {
  it('The hunt finds the secret of an app and recovery codes in the answers that show them once', () => {
    expect(secretsIn(shown.app ?? '')).toEqual(['the secret of the app as it was shown'])
    expect(secretsIn(shown.codes ?? '')).toHaveLength(10)
  })

  it('No answer of any call or page says one of them, to nobody, whoever asks', async () => {
    const ids = [fan.id, amy.id]
    const [reads, others] = [true, false].map((isRead) =>
      endpointEntries().filter(([, { method }]) => (method === 'GET') === isRead),
    )
    const params = { ids, usernames: ['amy'], post_ids: [post_id] }
    const found: string[] = []
    let answers = 0
    for (const [viewer, { token }] of Object.entries(viewers)) {
      // Those who may change something would end what is hunted for.
      const calls = ['visitor', 'member'].includes(viewer) ? [...(reads ?? []), ...(others ?? [])] : (reads ?? [])
      for (const { method, path, body, headers } of [
        ...apiRequests(calls, params),
        ...pageRequests(['amy'], [post_id]),
      ]) {
        const answer = await app.inject({
          method: method as 'GET',
          url: path,
          headers: { ...headers, ...(token !== undefined && { authorization: token }) },
          ...(body !== undefined && { payload: body }),
        })
        answers += 1
        const text = JSON.stringify(answer.headers) + answer.rawPayload.toString('latin1')
        found.push(...secretsIn(text).map((secret) => `${viewer} ${method} ${path}: ${secret}`))
      }
    }
    expect(found).toEqual([])
    expect(answers).toBeGreaterThan(400)
  }, 180_000)

  it('The log and the mails say none of them', async () => {
    expect(logs.length).toBeGreaterThan(100)
    expect(secretsIn(logs.join('\n'))).toEqual([])
    const texts = (await product.mails()).map((mail) => JSON.stringify(mail))
    expect(texts.join()).toContain('/stop-recovery?token=')
    expect(secretsIn(texts.join('\n'))).toEqual([])
  })

  it('The copy of everything tells its owner which locks there are, and says none of the secrets', async () => {
    for (const person of [fan, amy]) {
      const { id } = (await tell(person, 'POST', '/exports', undefined, 201)).body
      await ctx.jobs.runDue()
      const { status, bytes } = await person.fetch(`/exports/${id}/file`)
      expect(status).toBe(200)
      const files = await unzip(bytes)
      for (const [name, content] of files) expect(secretsIn(content.toString('latin1')), name).toEqual([])
    }
  })
})
