import type { Config } from '#server/config.ts'
import { type Database, listPendingMigrations, migrateNow, reachDatabaseUnmigrated } from '#server/db/open.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { runCommand } from './command.ts'

const USAGE = `Usage:
  npm run migrate
  npm run migrate -- --check`

/** Applies the migrations and creates the tables of the job queue, so that the server needs no right to create tables. */
async function apply({ url }: Database, config: Config): Promise<number> {
  const applied = await migrateNow(url, (line) => console.error(line))
  const jobs = await createJobs(url, createLog(config))
  await jobs.stop()
  for (const name of applied) console.log(name)
  console.log(
    applied.length === 0 ? 'The database is up to date.' : `The database has ${applied.length} new migrations.`,
  )
  return 0
}

/** The exit code is 3 if migrations are missing, so that a deployment can tell that from an error. */
async function check({ url }: Database): Promise<number> {
  const pending = await listPendingMigrations(url)
  for (const name of pending) console.log(name)
  console.log(pending.length === 0 ? 'The database is up to date.' : `The database lacks ${pending.length} migrations.`)
  return pending.length === 0 ? 0 : 3
}

process.exitCode = await runCommand({
  usage: USAGE,
  read([option, ...rest]) {
    if (rest.length > 0 || (option !== undefined && option !== '--check')) return undefined
    return (_, config, database) => (option === '--check' ? check(database) : apply(database, config))
  },
  reach: reachDatabaseUnmigrated,
})
