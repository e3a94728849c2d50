import { type Config, ConfigError, readConfig } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { reachDatabase } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'

/** What there is to do, with the code the process ends with. */
export type Command = (db: Db, config: Config) => Promise<number>

/** Does what the words of a command line ask for, beside a product that runs or without one. */
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
      process.exitCode = await command(database.db, config)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
