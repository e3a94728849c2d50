import { connect, type Db } from '../../server/db/connect.ts'
import { People } from '../../tests/e2e/support/people.ts'
import { startProduct } from '../../tests/e2e/support/product.ts'
import { prepareDatabase } from '../../tests/support/database/postgres.ts'
import { startPrimaryAndStandby } from '../../tests/support/processes/standby.ts'
import { processSeconds } from '../cpu.ts'
import { runLoad } from '../load.ts'
import { median, type Row, SECONDS } from '../row.ts'
import { addLikesAndSubscriptions, fillDatabase } from '../seed-data.ts'
import type { Scenario } from './scenario.ts'

const POSTS = 100_000
const ROUNDS = 3
/** The calls of a list, and how much of its cost may stay on the primary. The session is always read there. */
const LISTS = {
  'feed page': { calls: ['posts'], at_most: 0.6 },
  'page of a creator': { calls: ['profiles/creator2', 'posts?username=creator2'], at_most: 0.8 },
  search: { calls: ['creators?search=creator', 'creators?search=rehersal'], at_most: 0.3 },
  'landing page': { calls: ['landings'], at_most: 0.8 },
}

const rowOf = (list: string, at_most: number) => ({
  what: `${list}: CPU time of the primary with a standby, relative to without one`,
  bar: { at_most },
})

/** The CPU time of every connection to the primary. */
async function primarySeconds(admin: Db): Promise<number> {
  const backends = await admin<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name like 'loge%' and backend_type = 'client backend'`
  return backends.map(({ pid }) => processSeconds(pid)).reduce((sum, one) => sum + one, 0)
}

/** What a standby takes from the primary when it reads the lists. */
export const standby: Scenario = {
  name: 'standby',
  needs: [],
  rows: Object.entries(LISTS).map(([list, { at_most }]) => rowOf(list, at_most)),
  async measure() {
    const servers = await startPrimaryAndStandby()
    const admin = connect(servers.primary_url, { max: 1, application_name: 'scenario' })
    await prepareDatabase(servers.primary_url)
    const env = { DATABASE_URL: servers.primary_url }
    const alone = await startProduct(env)
    const helped = await startProduct({ ...env, DATABASE_REPLICA_URL: servers.standby_url })
    try {
      const people = new People(alone)
      const person = await people.signUp()
      await fillDatabase(servers.primary_url, POSTS)
      await addLikesAndSubscriptions(servers.primary_url, person.email, 100)
      const headers = { authorization: await people.signIn(person) }
      await servers.catchUp()
      const cost = async (base: string, calls: string[]) => {
        const before = await primarySeconds(admin)
        const urls = calls.map((call) => `${base}/api/${call}`)
        const { requests } = await runLoad({ urls, headers, connections: 2, seconds: SECONDS })
        return (((await primarySeconds(admin)) - before) / requests) * 1000
      }
      const rows: Row[] = []
      for (const [list, { calls, at_most }] of Object.entries(LISTS)) {
        const rounds: { without: number; with: number }[] = []
        for (let round = 0; round < ROUNDS; round += 1)
          rounds.push({ without: await cost(alone.url, calls), with: await cost(helped.url, calls) })
        const middle = (side: 'without' | 'with') => median(rounds.map((round) => round[side])).toFixed(2)
        rows.push({
          ...rowOf(list, at_most),
          ratio: median(rounds.map((round) => round.with / round.without)),
          figures: `${middle('with')} / ${middle('without')} ms a call`,
        })
      }
      return rows
    } finally {
      await helped.stop()
      await alone.stop()
      await admin.end({ timeout: 1 })
      await servers.stop()
    }
  },
}
