import { spawnSync } from 'node:child_process'
import { connect } from '../server/db/connect.ts'
import { People, type Person } from '../tests/e2e/support/people.ts'
import { type Product, startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { readShipped, startNginx } from './cluster/proxies.ts'
import { cpuApart } from './cpu.ts'
import { type Load, runLoad } from './load.ts'
import { CONNECTIONS, median, notRun, type Row, RUNS, SECONDS } from './row.ts'
import { addLikesAndSubscriptions, addStories, addSubscribers, fillDatabase } from './seed-data.ts'

const POSTS = 100_000
const STORIES = 100
const MESSAGES = 60
/** A picture of 185 by 185 pixels of noise has about 23 KB. */
const NOISE_PX = 185

const PROTECTED = 'protected picture of 23 KB relative to nginx with the same file: requests a second'
const PUBLIC = 'public picture of 23 KB, without a session, relative to nginx with the same file: requests a second'
const BARS = { [PROTECTED]: { at_least: 0.15 }, [PUBLIC]: { at_least: 0.3 } }
/** With MEDIA_ACCEL, nginx asks the product and sends the file itself. */
const ACCEL = 'with MEDIA_ACCEL'
const ACCEL_BAR = { at_least: 0.5 }
const MESSAGE_MS_MAX = 2
const MESSAGE = 'The show begins at eight, come a little earlier.'

interface House {
  product: Product
  database_url: string
  creator: Person
  fan: Person
  conversation_id: string
  /** One of the fan for each connection. */
  conversations: string[]
}

/** What a member's home page asks for: pictures beside nginx, the CPU time of each other call beside that of the feed, and of writing. */
export async function homePage(): Promise<Row[]> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url }, 'bench/live-server.ts')
  try {
    const house = await furnish(product, database.url)
    return [...(await pictures(house)), ...(await calls(house)), await messages(house)]
  } finally {
    await product.stop()
    await database.drop()
  }
}

async function furnish(product: Product, database_url: string): Promise<House> {
  const people = new People(product)
  const [creator, fan] = [await people.creator(), await people.member()]
  await fillDatabase(database_url, POSTS)
  await addLikesAndSubscriptions(database_url, fan.email, 100)
  await addSubscribers(database_url)
  await addStories(database_url, STORIES)
  await people.subscribe(fan, creator)
  const conversation = await people.call<{ id: string }>(fan, 'POST', '/conversations', {
    creator_id: creator.id,
    content: 'Good evening',
  })
  for (let message = 0; message < MESSAGES; message += 1) {
    const content = { content: `Message ${message}` }
    await people.call(message % 2 ? fan : creator, 'POST', `/conversations/${conversation.id}/messages`, content)
  }
  const conversations = await writeToOthers(people, fan, database_url)
  return { product, database_url, creator, fan, conversation_id: conversation.id, conversations }
}

/** Conversations with as many of the creators to whom `addLikesAndSubscriptions` has subscribed the fan. */
async function writeToOthers(people: People, fan: Person, database_url: string): Promise<string[]> {
  const db = connect(database_url, { max: 1 })
  const creators = await db<{ id: string }[]>`
    select profile_id as id from subscriptions where fan_id = ${fan.id} order by profile_id limit ${CONNECTIONS}`
  await db.end()
  const opened = creators.map(({ id: creator_id }) =>
    people.call<{ id: string }>(fan, 'POST', '/conversations', { creator_id, content: MESSAGE }),
  )
  return (await Promise.all(opened)).map(({ id }) => id)
}

async function pictures(house: House): Promise<Row[]> {
  const { product, database_url, creator, fan } = house
  const rows = ([PROTECTED, PUBLIC] as const).flatMap((what) => [
    { what, bar: BARS[what], isAccelerated: false },
    { what: `${what}, ${ACCEL}`, bar: ACCEL_BAR, isAccelerated: true },
  ])
  if (spawnSync('nginx', ['-v']).error) return rows.map((row) => notRun(row, 'nginx is not installed'))
  const people = new People(product)
  const posts = await Promise.all(
    [true, false].map((isProtected) =>
      people.post(creator, { isProtected, seed: Number(isProtected), width: NOISE_PX, height: NOISE_PX }),
    ),
  )
  const media_folder = `${product.data_dir}/media`
  const behind = {
    DATABASE_URL: database_url,
    DATA_DIR: product.data_dir,
    MEDIA_ACCEL: '/protected-media',
    TRUST_PROXY: '1',
  }
  const accelerated = await startProduct(behind, 'bench/live-server.ts')
  const proxy = await startNginx([new URL(accelerated.url).host], shippedConfig(media_folder))
  const nginx = await startNginx([], fileServer(media_folder))
  try {
    const measured: Row[] = []
    for (const { what, bar, isAccelerated } of rows) {
      const isProtected = what.startsWith(PROTECTED)
      const file = posts[isProtected ? 0 : 1]?.file ?? ''
      const ours = loadOf(
        `${isAccelerated ? proxy.url : product.url}/api${file}`,
        isProtected ? { authorization: fan.token } : {},
      )
      const theirs = loadOf(`${nginx.url}/files/${await fileOf(database_url, file)}`, {})
      for (const load of [ours, theirs]) await runLoad({ ...load, seconds: 1 })
      const rounds: { ours: number; theirs: number; cpu: Cpu }[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const { per_second, cpu } = await measureCpu(isAccelerated ? accelerated : product, database_url, ours)
        rounds.push({ ours: per_second, theirs: (await runLoad(theirs)).per_second, cpu })
      }
      const rate = (side: 'ours' | 'theirs') => Math.round(median(rounds.map((round) => round[side])))
      measured.push({
        what,
        bar,
        ratio: median(rounds.map((round) => round.ours / round.theirs)),
        figures: `${rate('ours')} / ${rate('theirs')} requests a second; ${cpuText(rounds.map(({ cpu }) => cpu))}`,
      })
    }
    return measured
  } finally {
    await nginx.stop()
    await proxy.stop()
    await accelerated.stop()
  }
}

/** The configuration of the repository, with connections that last as long as the load. */
function shippedConfig(media_folder: string): string {
  return readShipped('deploy/nginx.conf')
    .replace('/var/lib/loge/media/', `${media_folder}/`)
    .replace('access_log off;', 'access_log off;\n  keepalive_requests 10000000;')
}

function fileServer(folder: string): string {
  return `worker_processes auto;
events {}
http {
  access_log off;
  sendfile on;
  keepalive_requests 10000000;
  server {
    listen 443 ssl;
    location / { return 200 ok; }
    location /files/ { alias ${folder}/; default_type image/webp; }
  }
}
`
}

async function fileOf(database_url: string, path: string): Promise<string> {
  const db = connect(database_url, { max: 1 })
  const [row] = await db<{ file: string }[]>`
    select store_key || '/' || (files -> 0 ->> 'name') as file from media where id = ${path.split('/').at(-1) ?? ''}`
  await db.end()
  return row?.file ?? ''
}

function loadOf(url: string, headers: Record<string, string>): Load {
  return { urls: [url], headers, connections: CONNECTIONS, seconds: SECONDS }
}

interface Cpu {
  server: number
  database: number
}

/** The CPU time of a request, in milliseconds, and how many there are a second. */
async function measureCpu(
  product: Product,
  database_url: string,
  load: Load,
): Promise<{ per_second: number; cpu: Cpu }> {
  const db = connect(database_url, { max: 1 })
  const before = await cpuApart(product.pid, db)
  const { requests, per_second } = await runLoad(load)
  const after = await cpuApart(product.pid, db)
  await db.end()
  const ms = (part: keyof Cpu) => ((after[part] - before[part]) * 1000) / requests
  return { per_second, cpu: { server: ms('server'), database: ms('database') } }
}

function cpuText(rounds: readonly Cpu[]): string {
  const middle = (part: keyof Cpu) => median(rounds.map((round) => round[part])).toFixed(2)
  return `${middle('server')} + ${middle('database')} ms, server + database`
}

const sum = ({ server, database }: Cpu) => server + database

async function calls({ product, database_url, creator, fan, conversation_id }: House): Promise<Row[]> {
  const others = [
    ['strip of 100 stories', '/stories', fan],
    ['conversations', '/conversations', fan],
    ['received conversations', '/conversations/received', creator],
    ['thread with 50 messages', `/conversations/${conversation_id}`, fan],
    ['profile', `/profiles/${creator.username}`, fan],
    ['notices', '/notices', fan],
  ] as const
  const measure = async (path: string, person: Person, seconds: number): Promise<Cpu> => {
    const load = loadOf(`${product.url}/api${path}`, { authorization: person.token })
    return (await measureCpu(product, database_url, { ...load, seconds })).cpu
  }
  const rows: Row[] = []
  for (const [name, path, person] of others) {
    for (const [warm, by] of [
      ['/posts', fan],
      [path, person],
    ] as const)
      await measure(warm, by, 1)
    const rounds: { feed: Cpu; other: Cpu }[] = []
    for (let run = 0; run < RUNS; run += 1)
      rounds.push({ feed: await measure('/posts', fan, SECONDS), other: await measure(path, person, SECONDS) })
    rows.push({
      what: `${name} relative to a feed page: CPU time a request`,
      bar: { at_most: 1 },
      ratio: median(rounds.map(({ feed, other }) => sum(other) / sum(feed))),
      figures: `${cpuText(rounds.map(({ other }) => other))}; feed ${cpuText(rounds.map(({ feed }) => feed))}`,
    })
  }
  return rows
}

/** Each connection writes in a conversation of its own. */
async function messages({ product, database_url, fan, conversations }: House): Promise<Row> {
  const load: Load = {
    ...loadOf('', { authorization: fan.token }),
    urls: conversations.map((id) => `${product.url}/api/conversations/${id}/messages`),
    body: JSON.stringify({ content: MESSAGE }),
  }
  await runLoad({ ...load, seconds: 1 })
  const rounds: Cpu[] = []
  for (let run = 0; run < RUNS; run += 1) rounds.push((await measureCpu(product, database_url, load)).cpu)
  return {
    what: 'POST message: CPU time a request, ms',
    bar: { at_most: MESSAGE_MS_MAX },
    ratio: median(rounds.map(sum)),
    figures: cpuText(rounds),
  }
}
