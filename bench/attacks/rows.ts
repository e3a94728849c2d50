import { readdirSync, readFileSync } from 'node:fs'
import { People } from '../../tests/e2e/support/people.ts'
import { type Product, startProduct } from '../../tests/e2e/support/product.ts'
import { createTestDatabase } from '../../tests/support/database/postgres.ts'
import { jpegOfScans } from '../../tests/support/files/image-bytes.ts'
import { formBody, noisePicture } from '../../tests/support/files/pictures.ts'
import type { Row } from '../row.ts'
import { fillDatabase } from '../seed-data.ts'
import { ATTACKS, type Attack, type Attacker, type UserAction } from './attacks.ts'
import { ask, closeAgents, waits } from './response-times.ts'

const SECONDS = 20
/** Enough creators to make a search by similar words expensive. */
const POSTS = 200_000
/** Enough users that none of them reaches a rate limit per user. */
const HONEST_USERS: Record<UserAction, number> = { page: 16, feed: 16, search: 16, upload: 60, sign_in: 240 }
/** Each user has an address of the loopback network. */
const addressOf = (person: number) => `127.0.1.${person + 1}`
const ATTACKER_ADDRESS = '127.0.2.1'

interface Honest {
  /** The source address of all requests of this user. */
  from: string
  token: string
  email: string
  password: string
}

/** How long an honest user waits during each attack, relative to the time without an attack in the same run. */
export async function attacks(): Promise<Row[]> {
  const database = await createTestDatabase()
  await fillDatabase(database.url, POSTS)
  const picture = await noisePicture({ width: 200, height: 250 })
  const scans = await jpegOfScans(2647, { width: 6000, height: 6000 })
  const rows: Row[] = []
  try {
    for (const attack of ATTACKS) {
      // Each attack gets a new process, so that it is not affected by the one before.
      const product = await startProduct({ DATABASE_URL: database.url, RATE_LIMITS: 'on' })
      try {
        rows.push(await measure(product, attack, { picture, scans }))
      } finally {
        closeAgents()
        await product.stop()
      }
    }
  } finally {
    await database.drop()
  }
  return rows
}

async function measure(
  product: Product,
  attack: Attack,
  { picture, scans }: { picture: Buffer; scans: Buffer },
): Promise<Row> {
  const people = new People(product)
  const honest = await honestPeople(people, attack.meanwhile)
  const accounts = [await people.creator(), await people.creator()]
  const attacker: Attacker = { url: product.url, from: ATTACKER_ADDRESS, accounts, picture: scans }
  const form = await formBody({ description: 'A picture', file: picture })
  let turn = 0
  const act = async () => {
    const person = honest[turn % honest.length] as Honest
    turn += 1
    await actions[attack.meanwhile](product.url, person, form)
  }

  await waits(1, act)
  const rest = await waits(SECONDS, act)
  if (rest.refused > 0) throw new Error(`${rest.refused} honest people were refused before anybody attacked`)
  const before = usage(product.pid)
  const stop = new AbortController()
  const attacking = attack.run(attacker, stop.signal)
  const peak = watch(product.pid)
  const attacked = await waits(SECONDS, act)
  const most = peak()
  stop.abort()
  await attacking
  const refused = attacked.refused > 0 ? `, ${attacked.refused} refused` : ''
  const memory = `${before.mib} to ${most.mib} MiB, ${before.handles} to ${most.handles} handles`
  return {
    what: `an honest person's ${attack.meanwhile.replace('_', '-')}, p99, during ${attack.what}, of its rest`,
    bar: { at_most: 2 },
    // A refusal counts as a failure, however fast it is.
    ratio: attacked.refused > 0 ? Number.POSITIVE_INFINITY : attacked.p99_ms / rest.p99_ms,
    figures: `${Math.round(attacked.p99_ms)} / ${Math.round(rest.p99_ms)} ms${refused}; ${memory}`,
  }
}

async function honestPeople(people: People, action: UserAction): Promise<Honest[]> {
  const honest: Honest[] = []
  while (honest.length < HONEST_USERS[action]) {
    const person = action === 'upload' ? await people.creator() : await people.member()
    honest.push({ ...person, from: addressOf(honest.length) })
  }
  return honest
}

type Form = Awaited<ReturnType<typeof formBody>>
type Act = (url: string, person: Honest, form: Form) => Promise<void>

const expecting = (status: number, got: number) => {
  if (got !== status) throw new Error(`An honest person was answered with ${got} instead of ${status}`)
}

const actions: Record<UserAction, Act> = {
  page: async (url, { from }) => expecting(200, await ask(`${url}/discover`, { from })),
  feed: async (url, { token, from }) =>
    expecting(200, await ask(`${url}/api/posts`, { headers: { authorization: token }, from })),
  search: async (url, { token, from }) =>
    expecting(200, await ask(`${url}/api/creators?search=creator7`, { headers: { authorization: token }, from })),
  upload: async (url, { token, from }, { payload, headers }) =>
    expecting(
      201,
      await ask(`${url}/api/posts`, {
        method: 'POST',
        headers: { ...headers, authorization: token },
        body: payload,
        from,
      }),
    ),
  sign_in: async (url, { email, password, from }) =>
    expecting(
      200,
      await ask(`${url}/api/users/sign_in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: { email, password } }),
        from,
      }),
    ),
}

interface Usage {
  mib: number
  handles: number
}

function usage(pid: number): Usage {
  const kib = Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1])
  return { mib: Math.round(kib / 1024), handles: readdirSync(`/proc/${pid}/fd`).length }
}

/** Samples every 100 ms. The returned function stops that and returns the maximum. */
function watch(pid: number): () => Usage {
  const most = usage(pid)
  const look = () => {
    const { mib, handles } = usage(pid)
    most.mib = Math.max(most.mib, mib)
    most.handles = Math.max(most.handles, handles)
  }
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}
