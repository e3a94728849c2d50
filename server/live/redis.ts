import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from '#server/log.ts'
import { inProcessLive, type Live, type LiveNotice } from './live.ts'

/** How often every process hears itself through Redis, and after how long without that the line counts as dead. */
const BEAT_MS = 2000
const DEAD_AFTER_MS = 3 * BEAT_MS
/** A start waits so long for Redis, then goes on without. */
const START_MS = 3000

const LINE = {
  lazyConnect: true,
  // What cannot be told now is not told later: the bell that rings when the line is back covers it.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 2000,
  commandTimeout: 2000,
  retryStrategy: (attempts: number) => Math.min(attempts * 50, 1000),
}

/** What goes through Redis; without a notice it is a beat. */
interface Letter {
  from: string
  notice?: LiveNotice
}

/**
 * For a product of several processes. This one hears its own notices at once, the others through Redis, which keeps
 * nothing. Whatever is missed while it is away is made good by `missed_news`: said here when the ear is back, and to all
 * the others when the voice is.
 */
export async function redisLive(url: string, channel: string, log: Log): Promise<Live> {
  const local = inProcessLive()
  const own = randomUUID()
  const voice = new Redis(url, { ...LINE, connectionName: 'loge-voice' })
  const ear = new Redis(url, { ...LINE, connectionName: 'loge-ear' })
  let has_missed = false
  let is_listening = false
  let is_unsaid = false
  let heard_at = performance.now()
  const isConnected = () => is_listening && voice.status === 'ready' && performance.now() - heard_at < DEAD_AFTER_MS

  function tell(letter: Letter): void {
    voice.publish(channel, JSON.stringify(letter)).catch(() => {
      if (letter.notice) is_unsaid = true
    })
  }

  function hear(text: string): void {
    try {
      const { from, notice } = JSON.parse(text) as Letter
      if (from === own) heard_at = performance.now()
      else if (notice) local.publish(notice)
    } catch (error) {
      log.error({ err: error }, 'what came from Redis cannot be read')
    }
  }

  async function listen(): Promise<void> {
    await ear.subscribe(channel)
    is_listening = true
    heard_at = performance.now()
    if (has_missed) {
      log.info('Redis is back: open pages fetch what they may have missed')
      local.publish({ kind: 'missed_news' })
    }
    has_missed = false
  }

  function lost(): void {
    if (!has_missed) log.warn('Redis is out of reach: news stay within this process until it is back')
    has_missed = true
    is_listening = false
  }

  function beat(): void {
    if (voice.status === 'ready' && is_unsaid) {
      is_unsaid = false
      tell({ from: own, notice: { kind: 'missed_news' } })
    } else if (voice.status === 'ready') tell({ from: own })
    // Lines that are open and carry nothing are opened anew; what was said into them would pile up until then.
    if (is_listening && performance.now() - heard_at > DEAD_AFTER_MS) {
      for (const line of [voice, ear]) line.disconnect(true)
    }
  }

  // Each attempt that fails is an error too; `lost` has told of it once.
  for (const line of [voice, ear]) line.on('error', () => {})
  voice.on('ready', beat)
  ear.on('close', lost)
  ear.on('message', (_channel, text) => hear(text))
  const listening = new Promise<void>((resolve) => {
    ear.on('ready', () => void listen().then(resolve, () => ear.disconnect(true)))
    setTimeout(resolve, START_MS).unref()
  })
  const timer = setInterval(beat, BEAT_MS).unref()
  for (const line of [voice, ear]) line.connect().catch(() => {})
  await listening

  return {
    publish(notice) {
      local.publish(notice)
      tell({ from: own, notice })
    },
    listen: local.listen,
    isConnected,
    async close() {
      clearInterval(timer)
      ear.removeAllListeners('close')
      for (const line of [voice, ear]) line.disconnect()
      await local.close()
    },
  }
}
