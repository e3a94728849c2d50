import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../tests/support/postgres.ts'
import { attacks } from './attacks/rows.ts'
import { currentUser, feedPage } from './beside-bare.ts'
import { liveChat } from './chat.ts'
import { fanOut } from './fan-out.ts'
import { firstLoads } from './first-load.ts'
import { growth } from './growth.ts'
import { idleSockets } from './idle-sockets.ts'
import { landingScores } from './lighthouse/rows.ts'
import { CONNECTIONS, type Row, RUNS, SECONDS, table, verdict } from './row.ts'
import { npmStart } from './start.ts'
import { imageUpload } from './upload.ts'

/**
 * `npm run bench`: how fast the product is, beside something else on the same machine at the same time wherever there is
 * such a thing, because a figure alone tells more about the machine. The whole of it is kept in `results.md`. `-- feed`
 * measures only what is named so, `-- --anyway` measures on a busy machine, and neither is kept.
 */
const MEASUREMENTS: Record<string, () => Promise<Row[]>> = {
  user: async () => [await currentUser()],
  feed: async () => [await feedPage()],
  growth,
  upload: async () => [await imageUpload()],
  chat: async () => [await liveChat()],
  fan: async () => [await fanOut()],
  idle: async () => [await idleSockets()],
  scripts: async () => firstLoads(),
  start: npmStart,
  attacks,
  lighthouse: landingScores,
}

const ANYWAY = '--anyway'

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const unknown = words.filter((word) => word !== ANYWAY && !(word in MEASUREMENTS))
  if (unknown.length > 0) {
    console.error(`Nothing is named ${unknown.join(', ')}: there are ${Object.keys(MEASUREMENTS).join(', ')}.`)
    return 1
  }
  const [load = 0] = loadavg()
  if (load > availableParallelism() / 2 && !words.includes(ANYWAY)) {
    console.error(
      `This machine is busy (load ${load.toFixed(1)}): the figures would say nothing. Try again when it rests.`,
    )
    return 1
  }
  const names = words.filter((word) => word !== ANYWAY)
  const rows: Row[] = []
  const postgres = await startTestPostgres()
  try {
    for (const [name, measure] of Object.entries(MEASUREMENTS))
      if (names.length === 0 || names.includes(name)) rows.push(...(await measure()))
  } finally {
    await postgres.stop()
  }
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  const how = `Median of ${RUNS} runs, of ${SECONDS} s each under load, ${CONNECTIONS} connections beside bare node:http and one for the growth of the feed; a first start is one run`
  const text = `${table(rows)}\n\n${how}; ${machine}.`
  console.log(text)
  if (words.length === 0) {
    const about = 'Written by `npm run bench`. What is a ratio has both sides on the same machine, one after the other.'
    writeFileSync(join(import.meta.dirname, 'results.md'), `# How fast it is\n\n${about}\n\n${text}\n`)
  }
  return rows.some((row) => verdict(row) === 'missed') ? 1 : 0
}

process.exitCode = await main()
