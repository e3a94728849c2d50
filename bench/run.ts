import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../tests/support/postgres.ts'
import { currentUser, feedPage } from './beside-bare.ts'
import { liveChat } from './chat.ts'
import { fanOut } from './fan-out.ts'
import { growth } from './growth.ts'
import { idleSockets } from './idle-sockets.ts'
import { CONNECTIONS, isHeld, type Row, RUNS, SECONDS, table } from './row.ts'
import { imageUpload } from './upload.ts'

/**
 * `npm run bench`: how fast the product is, always beside something else on the same machine at the same time, because a
 * figure alone tells more about the machine. `-- --write` keeps the result, `-- --anyway` measures on a busy machine,
 * `-- feed` measures only what is named so.
 */
const MEASUREMENTS: Record<string, () => Promise<Row[]>> = {
  user: async () => [await currentUser()],
  feed: async () => [await feedPage()],
  growth,
  upload: async () => [await imageUpload()],
  chat: async () => [await liveChat()],
  fan: async () => [await fanOut()],
  idle: async () => [await idleSockets()],
}

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const [load = 0] = loadavg()
  if (load > availableParallelism() / 2 && !words.includes('--anyway')) {
    console.error(
      `This machine is busy (load ${load.toFixed(1)}): the figures would say nothing. Try again when it rests.`,
    )
    return 1
  }
  const wanted = Object.keys(MEASUREMENTS).filter((name) => words.includes(name))
  const rows: Row[] = []
  const postgres = await startTestPostgres()
  try {
    for (const [name, measure] of Object.entries(MEASUREMENTS))
      if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure()))
  } finally {
    await postgres.stop()
  }
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  const how = `Median of ${RUNS} runs of ${SECONDS} s, ${CONNECTIONS} connections beside bare node:http and one for the growth of the feed`
  const text = `${table(rows)}\n\n${how}; ${machine}.`
  console.log(text)
  if (words.includes('--write')) {
    const about = 'Written by `npm run bench -- --write`. Both sides run on the same machine, one after the other.'
    writeFileSync(join(import.meta.dirname, 'results.md'), `# How fast it is\n\n${about}\n\n${text}\n`)
  }
  return rows.every(isHeld) ? 0 : 1
}

process.exitCode = await main()
