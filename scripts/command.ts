import { type Config, ConfigError, readConfig } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { type Database, reachDatabase } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'

/** A command. It returns the exit code of the process. */
export type Command = (db: Db, config: Config, database: Database) => Promise<number>

/** Parses the command line, opens the database (of a running server or its own) and runs the command. */
export async function runCommand(
  usage: string,
  read: (words: string[]) => Command | undefined,
  reach = reachDatabase,
): Promise<void> {
  const command = read(process.argv.slice(2))
  if (!command) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  try {
    const config = readConfig()
    const database = await reach(config)
    try {
      process.exitCode = await command(database.db, config, database)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
