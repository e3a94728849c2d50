import { readFileSync } from 'node:fs'
import type { Db } from '../server/db/connect.ts'

/** The unit of the kernel: `getconf CLK_TCK` is 100 on every Linux. */
const TICKS_A_SECOND = 100

/** The CPU time of a process and of every connection to its database. */
export async function cpuSeconds(pid: number, db: Db): Promise<number> {
  const { server, database } = await cpuApart(pid, db)
  return server + database
}

/** The same, apart. */
export async function cpuApart(pid: number, db: Db): Promise<{ server: number; database: number }> {
  const backends = await db<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const database = backends.map((backend) => processSeconds(backend.pid)).reduce((total, one) => total + one, 0)
  return { server: processSeconds(pid), database }
}

/** User time and kernel time: the 14th and 15th field of the line. The second field may contain spaces. */
export function processSeconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const words = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(words[11]) + Number(words[12])) / TICKS_A_SECOND
}
