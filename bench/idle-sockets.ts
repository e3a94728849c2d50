import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { type CableSocket, subscribe } from './cable-socket.ts'
import { cableUrl, channelOf, createPairs } from './conversation-pairs.ts'
import type { Row } from './row.ts'

/** Both ends are on this machine, so that 10,000 sockets need a limit of more than 20,000 open files. */
const SOCKETS = 10_000
const AT_ONCE = 100
/** Sockets that are open before the measurement, so that what the first ones allocate does not count. */
const BEFORE = 500

/** The resident memory of the process in KiB, after a garbage collection. */
async function residentKib(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await pause(1000)
  process.kill(pid, 'SIGUSR2')
  await pause(1000)
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1])
}

export async function idleSockets(): Promise<Row> {
  const database = await createTestDatabase()
  const product = await startProduct(
    { DATABASE_URL: database.url, NODE_OPTIONS: '--expose-gc' },
    'bench/live-server.ts',
  )
  const pairs = await createPairs(database.url, 100)
  const sockets: CableSocket[] = []
  const open = async (count: number) => {
    while (sockets.length < count) {
      const some = pairs
        .slice(0, AT_ONCE)
        .map((pair) => subscribe(cableUrl(product.url, pair.fan.token), channelOf(pair)))
      sockets.push(...(await Promise.all(some)))
    }
  }
  try {
    await open(BEFORE)
    const before = await residentKib(product.pid)
    await open(BEFORE + SOCKETS)
    const after = await residentKib(product.pid)
    return {
      what: `memory of an idle, authenticated and subscribed socket, with ${SOCKETS} open, KiB`,
      bar: { at_most: 16 },
      ratio: (after - before) / SOCKETS,
      figures: `${Math.round(before / 1024)} MiB before, ${Math.round(after / 1024)} after`,
    }
  } finally {
    for (const socket of sockets) socket.close()
    await product.stop()
    await database.drop()
  }
}
