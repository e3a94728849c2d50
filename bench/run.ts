import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { People } from '../tests/e2e/support/people.ts'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase, startTestPostgres } from '../tests/support/postgres.ts'
import { type Load, requestsPerSecond } from './load.ts'

/**
 * `npm run bench`: how fast the product is, always beside something else on the same machine at the same time, because a
 * figure alone tells more about the machine. `-- --write` keeps the result, `-- --anyway` measures on a busy machine.
 */
const RUNS = 5
const SECONDS = 3
const CONNECTIONS = 16

interface Result {
  what: string
  bar: number
  ratio: number
  product: number
  bare: number
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** One after the other and again, so that whatever slows the machine for a while slows both. */
async function compare(product: Load, bare: Load): Promise<{ ratio: number; product: number; bare: number }> {
  await requestsPerSecond({ ...product, seconds: 1 })
  await requestsPerSecond({ ...bare, seconds: 1 })
  const rounds: { product: number; bare: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    rounds.push({ product: await requestsPerSecond(product), bare: await requestsPerSecond(bare) })
  }
  return {
    ratio: median(rounds.map((round) => round.product / round.bare)),
    product: median(rounds.map((round) => round.product)),
    bare: median(rounds.map((round) => round.bare)),
  }
}

async function currentUser(): Promise<Result> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  const bare = await startProduct({ DATABASE_URL: database.url }, 'bench/bare-server.ts')
  const people = new People(product)
  const authorization = await people.signIn(await people.signUp())
  const load = (url: string): Load => ({ url, headers: { authorization }, connections: CONNECTIONS, seconds: SECONDS })
  try {
    const figures = await compare(load(`${product.url}/api/user`), load(`${bare.url}/api/user`))
    return { what: 'GET /user through HTTP with auth, of bare node:http with the same SQL', bar: 0.85, ...figures }
  } finally {
    await Promise.all([product.stop(), bare.stop()])
    await database.drop()
  }
}

function table(results: Result[]): string {
  const rows = results.map(({ what, bar, ratio, product, bare }) => {
    const rates = `${Math.round(product)} / ${Math.round(bare)}`
    return `| ${what} | at least ${bar} | ${ratio.toFixed(2)} | ${rates} | ${ratio >= bar ? 'held' : 'missed'} |`
  })
  return ['| what | bar | figure | requests a second | |', '|---|---|---|---|---|', ...rows].join('\n')
}

async function main(): Promise<number> {
  const [load = 0] = loadavg()
  if (load > availableParallelism() / 2 && !process.argv.includes('--anyway')) {
    console.error(
      `This machine is busy (load ${load.toFixed(1)}): the figures would say nothing. Try again when it rests.`,
    )
    return 1
  }
  const postgres = await startTestPostgres()
  try {
    const results = [await currentUser()]
    const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
    const text = `${table(results)}\n\nMedian of ${RUNS} runs of ${SECONDS} s, ${CONNECTIONS} connections; ${machine}.`
    console.log(text)
    if (process.argv.includes('--write')) {
      const about = 'Written by `npm run bench -- --write`. Both sides run on the same machine, one after the other.'
      writeFileSync(join(import.meta.dirname, 'results.md'), `# How fast it is\n\n${about}\n\n${text}\n`)
    }
    return results.every(({ ratio, bar }) => ratio >= bar) ? 0 : 1
  } finally {
    await postgres.stop()
  }
}

process.exitCode = await main()
