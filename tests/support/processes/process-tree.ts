import { readdirSync, readFileSync } from 'node:fs'

/** A process and all its descendants, children before their parents. */
export function treeOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const descend = (one: number): number[] => [
    ...[...parents].filter(([, parent]) => parent === one).flatMap(([child]) => descend(child)),
    one,
  ]
  return descend(pid)
}

export function killTree(pid: number): void {
  for (const member of treeOf(pid)) kill(member)
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
