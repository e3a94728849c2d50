import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../tests/support/database/postgres.ts'
import { attacks } from './attacks/rows.ts'
import { liveChat } from './chat.ts'
import { currentUser, feedPage } from './compare-with-bare.ts'
import { fanOut } from './fan-out.ts'
import { firstLoads } from './first-load.ts'
import { firstVisits } from './first-visit.ts'
import { albumFeed, growth, queueGrowth } from './growth.ts'
import { homePage } from './home-page.ts'
import { idleSockets } from './idle-sockets.ts'
import { inboxScroll } from './inbox-scroll.ts'
import { inboxSearch } from './inbox-search.ts'
import { insightsRows } from './insights.ts'
import { landingScores } from './lighthouse/rows.ts'
import { markedRows } from './marked.ts'
import { mondayPayouts } from './payouts.ts'
import { CONNECTIONS, type Row, RUNS, SECONDS, table, verdict } from './row.ts'
import { sessionSweep } from './session-sweep.ts'
import { npmStart } from './start.ts'
import { imageUpload } from './upload.ts'

/**
 * `npm run bench`: runs all benchmarks and writes `results.md`. Where possible the result is a ratio to a baseline on the
 * same machine, because an absolute number says more about the machine. `-- feed` runs only the benchmark of that name,
 * `-- --anyway` runs on a busy machine as well; neither of them writes the file.
 */
const MEASUREMENTS: Record<string, () => Promise<Row[]>> = {
  user: async () => [await currentUser()],
  feed: async () => [await feedPage()],
  home: homePage,
  growth,
  albums: albumFeed,
  queue: queueGrowth,
  inbox: inboxSearch,
  scroll: inboxScroll,
  insights: insightsRows,
  marked: markedRows,
  payouts: mondayPayouts,
  upload: async () => [await imageUpload()],
  chat: async () => [await liveChat()],
  fan: async () => [await fanOut()],
  idle: async () => [await idleSockets()],
  sweep: async () => [await sessionSweep()],
  scripts: async () => firstLoads(),
  visit: firstVisits,
  start: npmStart,
  attacks,
  lighthouse: landingScores,
}

const ANYWAY = '--anyway'

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const unknown = words.filter((word) => word !== ANYWAY && !(word in MEASUREMENTS))
  if (unknown.length > 0) {
    console.error(
      `There is no benchmark named ${unknown.join(', ')}: choose from ${Object.keys(MEASUREMENTS).join(', ')}.`,
    )
    return 1
  }
  const [load = 0] = loadavg()
  if (load > availableParallelism() / 2 && !words.includes(ANYWAY)) {
    console.error(
      `This machine is busy (load ${load.toFixed(1)}), so the results would not be reliable: try again when it is idle, or add --anyway.`,
    )
    return 1
  }
  const names = words.filter((word) => word !== ANYWAY)
  const rows: Row[] = []
  const postgres = await startTestPostgres()
  try {
    for (const [name, measure] of Object.entries(MEASUREMENTS))
      if (names.length === 0 || names.includes(name)) {
        const measured = await measure()
        rows.push(...measured)
        // The whole run takes an hour: what is known already is shown.
        console.error(`${name}\n${table(measured)}\n`)
      }
  } finally {
    await postgres.stop()
  }
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  const how = `Each result is the median of ${RUNS} runs. Load runs take ${SECONDS} s, with ${CONNECTIONS} connections for the comparison with bare node:http and one for the growth of the feed. The first start is a single run. Machine`
  const text = `${table(rows)}\n\n${how}: ${machine}.`
  console.log(text)
  if (words.length === 0) {
    const about =
      'Written by `npm run bench`. For a ratio, both sides were measured on the same machine, one after the other.'
    writeFileSync(join(import.meta.dirname, 'results.md'), `# Benchmark results\n\n${about}\n\n${text}\n`)
  }
  return rows.some((row) => verdict(row) === 'missed') ? 1 : 0
}

process.exitCode = await main()
