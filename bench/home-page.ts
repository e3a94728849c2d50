import { spawnSync } from 'node:child_process'
import { connect } from '../server/db/connect.ts'
import { People, type Person } from '../tests/e2e/support/people.ts'
import { type Product, startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { startNginx } from './cluster/proxies.ts'
import { cpuApart } from './cpu.ts'
import { type Load, runLoad } from './load.ts'
import { CONNECTIONS, median, notRun, type Row, RUNS, SECONDS } from './row.ts'
import { addLikesAndSubscriptions, addStories, fillDatabase } from './seed-data.ts'

const POSTS = 100_000
const STORIES = 100
const MESSAGES = 60
/** A picture of 185 by 185 pixels of noise has about 23 KB. */
const NOISE_PX = 185

const PROTECTED = 'protected picture of 23 KB relative to nginx with the same file: requests a second'
const PUBLIC = 'public picture of 23 KB, without a session, relative to nginx with the same file: requests a second'
const BARS = { [PROTECTED]: { at_least: 0.15 }, [PUBLIC]: { at_least: 0.3 } }

interface House {
  product: Product
  database_url: string
  creator: Person
  fan: Person
  conversation_id: string
}

/** What a member's home page asks for: pictures beside nginx, and the CPU time of each other call beside that of the feed. */
export async function homePage(): Promise<Row[]> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url }, 'bench/live-server.ts')
  try {
    const house = await furnish(product, database.url)
    return [...(await pictures(house)), ...(await calls(house))]
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
  return { product, database_url, creator, fan, conversation_id: conversation.id }
}

async function pictures({ product, database_url, creator, fan }: House): Promise<Row[]> {
  if (spawnSync('nginx', ['-v']).error)
    return Object.entries(BARS).map(([what, bar]) => notRun({ what, bar }, 'nginx is not installed'))
  const people = new People(product)
  const rows: Row[] = []
  for (const what of [PROTECTED, PUBLIC] as const) {
    const isProtected = what === PROTECTED
    const post = await people.post(creator, {
      isProtected,
      seed: Number(isProtected),
      width: NOISE_PX,
      height: NOISE_PX,
    })
    const nginx = await startNginx([], fileServer(`${product.data_dir}/media`))
    try {
      const ours = loadOf(`${product.url}/api${post.file}`, isProtected ? { authorization: fan.token } : {})
      const theirs = loadOf(`${nginx.url}/files/${await fileOf(database_url, post.file ?? '')}`, {})
      for (const load of [ours, theirs]) await runLoad({ ...load, seconds: 1 })
      const rounds: { ours: number; theirs: number }[] = []
      for (let run = 0; run < RUNS; run += 1)
        rounds.push({ ours: (await runLoad(ours)).per_second, theirs: (await runLoad(theirs)).per_second })
      const rate = (side: 'ours' | 'theirs') => Math.round(median(rounds.map((round) => round[side])))
      rows.push({
        what,
        bar: BARS[what] ?? { at_least: 1 },
        ratio: median(rounds.map((round) => round.ours / round.theirs)),
        figures: `${rate('ours')} / ${rate('theirs')} requests a second`,
      })
    } finally {
      await nginx.stop()
    }
  }
  return rows
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
    const db = connect(database_url, { max: 1 })
    const before = await cpuApart(product.pid, db)
    const { requests } = await runLoad({
      ...loadOf(`${product.url}/api${path}`, { authorization: person.token }),
      seconds,
    })
    const after = await cpuApart(product.pid, db)
    await db.end()
    const ms = (part: keyof Cpu) => ((after[part] - before[part]) * 1000) / requests
    return { server: ms('server'), database: ms('database') }
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
    const middle = (side: 'feed' | 'other', part: keyof Cpu) =>
      median(rounds.map((round) => round[side][part])).toFixed(2)
    const figures = (side: 'feed' | 'other') => `${middle(side, 'server')} + ${middle(side, 'database')}`
    const sum = ({ server, database }: Cpu) => server + database
    rows.push({
      what: `${name} relative to a feed page: CPU time a request`,
      bar: { at_most: 1 },
      ratio: median(rounds.map(({ feed, other }) => sum(other) / sum(feed))),
      figures: `${figures('other')} / ${figures('feed')} ms, server + database`,
    })
  }
  return rows
}
