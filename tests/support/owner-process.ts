import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { FAST_SETTINGS } from './postgres.ts'

const root = path.resolve(import.meta.dirname, '../..')

const PROGRAM = `
  import { startEmbedded } from '#server/db/embedded/embedded.ts'
  const [dataDir, settings] = process.argv.slice(1)
  try {
    const server = await startEmbedded({ dataDir, log: () => {}, settings: JSON.parse(settings) })
    const stop = () => server.stop().then(() => process.exit())
    process.once('SIGTERM', stop)
    // Whoever started this may be killed before it can stop it.
    process.stdin.resume().once('end', stop)
    console.log(server.url)
  } catch (error) {
    console.log(error.name + ': ' + error.message)
    process.exit(1)
  }`

/** A process of its own that owns a data folder, as the product does. */
export function startOwner(dataDir: string): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
  const args = ['--input-type=module', '--eval', PROGRAM, dataDir, JSON.stringify(FAST_SETTINGS)]
  return spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The address of its database, or the sentence with which it gave up. */
export async function firstLine(owner: ReturnType<typeof startOwner>): Promise<string> {
  const [line] = await once(createInterface({ input: owner.stdout }), 'line')
  return String(line)
}

export async function end(owner: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  const gone = once(owner, 'exit')
  owner.kill(signal)
  await gone
}
