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
export type CommandLine = DatabaseCommandLine | AloneCommandLine

interface DatabaseCommandLine {
  usage: string
  /** The command that these words ask for; undefined if they are wrong. */
  read(words: string[]): Command | undefined
  /** How the database is opened, if not by `reachDatabase`. */
  reach?: typeof reachDatabase
}

/** A program that also works with wrong settings or without a database. It reads the settings itself. */
interface AloneCommandLine {
  usage: string
  readAlone(words: string[]): ((settings: Record<string, string> | undefined) => Promise<number>) | undefined
}

/** Runs the command that the words ask for. Returns the exit code of the process. */
export async function runCommand(
  program: CommandLine,
  { words = process.argv.slice(2), settings }: CommandOptions = {},
): Promise<number> {
  const command = 'readAlone' in program ? program.readAlone(words) : withDatabase(program, words)
  if (command) return await command(settings)
  console.error(program.usage)
  return 2
}

/** Opens the database, of a running server or its own, for the command. */
function withDatabase({ read, reach = reachDatabase }: DatabaseCommandLine, words: string[]) {
  const command = read(words)
  return command && ((settings: CommandOptions['settings']) => runWithDatabase(command, reach, settings))
}

async function runWithDatabase(
  command: Command,
  reach: typeof reachDatabase,
  settings: CommandOptions['settings'],
): Promise<number> {
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
