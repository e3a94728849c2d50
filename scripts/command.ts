import { type Config, ConfigError, readConfig } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { type Database, reachDatabase } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'

/** A command. It returns the exit code of the process. */
export type Command = (db: Db, config: Config, database: Database) => Promise<number>

interface CommandOptions {
  words?: string[]
  /** Instead of the environment. */
  settings?: Record<string, string>
}

/** What a program of the command line understands. */
export interface CommandLine {
  usage: string
  /** The command that these words ask for; undefined if they are wrong. */
  read(words: string[]): Command | undefined
  /** How the database is opened, if not by `reachDatabase`. */
  reach?: typeof reachDatabase
}

/** Opens the database, of a running server or its own, and runs the command. Returns the exit code of the process. */
export async function runCommand(
  { usage, read, reach = reachDatabase }: CommandLine,
  { words = process.argv.slice(2), settings }: CommandOptions = {},
): Promise<number> {
  const command = read(words)
  if (!command) {
    console.error(usage)
    return 2
  }
  try {
    const config = readConfig(settings)
    const database = await reach(config)
    try {
      return await command(database.db, config, database)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    console.error(error.message)
    return 1
  }
}
