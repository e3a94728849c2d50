import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { FAST_SETTINGS } from '#tests/support/database/postgres.ts'
import { REPOSITORY_ROOT } from '#tests/support/repository-root.ts'

const PROGRAM = `
  import { startEmbedded } from '#server/db/embedded/embedded.ts'
  const [dataDir, settings] = process.argv.slice(1)
  try {
    const server = await startEmbedded({ dataDir, log: () => {}, settings: JSON.parse(settings) })
    const stop = () => server.stop().then(() => process.exit())
    process.once('SIGTERM', stop)
    // The parent may be killed before it can stop this process. Then the pipe is closed.
    process.stdin.resume().once('end', stop)
    console.log(server.url)
  } catch (error) {
    console.log(error.name + ': ' + error.message)
    process.exit(1)
  }`

/** Starts a process that runs the embedded PostgreSQL of a data folder, as the product does. */
export function startOwner(dataDir: string): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
  const args = ['--input-type=module', '--eval', PROGRAM, dataDir, JSON.stringify(FAST_SETTINGS)]
  return spawn(process.execPath, args, { cwd: REPOSITORY_ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The URL of its database, or the error with which it ended. */
export async function firstLine(owner: ReturnType<typeof startOwner>): Promise<string> {
  const [line] = await once(createInterface({ input: owner.stdout }), 'line')
  return String(line)
}

export async function end(owner: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  const exited = once(owner, 'exit')
  owner.kill(signal)
  await exited
}
