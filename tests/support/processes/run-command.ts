import { inspect } from 'node:util'
import { vi } from 'vitest'
import { type CommandLine, runCommand } from '../../../scripts/command.ts'
import type { Ended } from './run-script.ts'

/**
 * Runs a program of the command line inside this process, with these settings and no others: the start of a process takes
 * a second. Nothing else may print at the same time.
 */
export async function runCommandHere(
  program: CommandLine,
  words: string[],
  settings: Record<string, string>,
): Promise<Ended> {
  const ended = { code: 1, stdout: '', stderr: '' }
  const printed = [
    vi.spyOn(console, 'log').mockImplementation((line) => {
      ended.stdout += `${line}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((line) => {
      ended.stderr += `${line}\n`
    }),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      ended.stdout += text
      return true
    }),
  ]
  try {
    ended.code = await runCommand(program, { words, settings })
  } catch (error) {
    // A process ends with 1 and prints the error.
    ended.stderr += inspect(error)
  } finally {
    for (const spy of printed) spy.mockRestore()
  }
  return ended
}
