import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { readOwner } from '#server/domain/store-owner.ts'
import { findFreeBytes, MIN_FREE_BYTES } from '#server/features/system/readiness.ts'
import type { MediaStore } from '#server/media/store/store.ts'
import { usesSeal } from '#server/open-seal.ts'
import { findDatabaseTime } from '#server/store/health.ts'
import { findPayoutFacts } from '#server/store/payouts/payout-facts.ts'
import { countByKey } from '#server/store/sealed-rows.ts'
import { listStaffFactors } from '#server/store/second-factors/staff-factors.ts'
import { type Finding, reasonOf } from './finding.ts'

const SLOW_REDIS_MS = 50
const OLDEST_REDIS = [6, 2] as const
const LOW_DISK_BYTES = 1024 ** 3
const CLOCK_OFF_S = 5
const CLOCK_WRONG_S = 60

export function checkSettings({ settings, warnings }: Config['in_force']): Finding {
  if (warnings.length > 0) return { found: 'settings_unknown', details: warnings }
  return { found: 'settings_ok', values: { count: settings.filter(({ source }) => source !== 'default').length } }
}

export async function checkRedis(redis_url: string | undefined, wait_ms: number): Promise<Finding> {
  if (redis_url === undefined) return { found: 'redis_unused' }
  const { probeRedis } = await import('#server/live/redis-probe.ts')
  try {
    const { version, latency_ms, max_memory, eviction } = await probeRedis(redis_url, wait_ms)
    const ms = Math.round(latency_ms)
    if (isOlder(version)) return { found: 'redis_old', values: { version } }
    if (max_memory > 0 && eviction !== 'noeviction')
      return { found: 'redis_evicts', values: { version, policy: eviction } }
    return { found: ms > SLOW_REDIS_MS ? 'redis_slow' : 'redis_ok', values: { version, ms } }
  } catch (error) {
    return { found: 'redis_away', values: { reason: reasonOf(error) } }
  }
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest_major, oldest_minor] = OLDEST_REDIS
  return major < oldest_major || (major === oldest_major && minor < oldest_minor)
}

/** Writes, reads and deletes a small file. No key of a picture looks like this one. */
export async function checkMedia(ctx: Pick<Context, 'config' | 'media'>, db: Db | undefined): Promise<Finding> {
  const { store } = ctx.media
  const { s3 } = ctx.config
  const place = s3 ? `${s3.bucket} (S3)` : 'DATA_DIR/media'
  try {
    const before = performance.now()
    await writeReadRemove(store)
    const ms = Math.round(performance.now() - before)
    const names = db && (await readOwner({ db, media: ctx.media }).catch(() => undefined))
    const isForeign = names?.owner !== undefined && names.owner !== names.identity
    return { found: isForeign ? 'media_foreign' : 'media_ok', values: { place, ms } }
  } catch (error) {
    return { found: 'media_away', values: { place, reason: reasonOf(error) } }
  }
}

async function writeReadRemove(store: MediaStore): Promise<void> {
  const key = `probe/${randomUUID()}`
  await store.put(key, Buffer.from(key), 'text/plain')
  try {
    const stream = await store.read(key)
    if (!stream || (await text(stream)) !== key) throw new Error('the file that was written cannot be read')
  } finally {
    await store.remove(key)
  }
}

/** Asks the provider for something that does not exist: the key and the network are right if it says so. The same of payouts. */
export async function checkPayments({
  payments,
  payouts,
  config,
}: Pick<Context, 'config' | 'payments' | 'payouts'>): Promise<Finding> {
  if (!payments) return { found: 'payments_none' }
  try {
    const before = performance.now()
    await payments.findCheckout('cs_test_health')
    await payouts?.findAccount('acct_health')
    const values = { provider: payments.name, ms: Math.round(performance.now() - before) }
    if (payments.name === 'sandbox') return { found: 'payments_sandbox', values }
    const { payments: settings } = config
    const isTest = settings?.provider === 'stripe' && settings.secret_key.includes('_test_')
    return { found: isTest ? 'payments_test' : 'payments_ok', values }
  } catch (error) {
    return { found: 'payments_away', values: { reason: reasonOf(error) } }
  }
}

/** How long a payout may wait until somebody should look: the hold after a change of account, and a few days off. */
const PAYOUT_WAIT_DAYS = 7

/** Whether creators can be paid, and are. */
export async function checkPayouts(db: Db, { config, now }: Pick<Context, 'config' | 'now'>): Promise<Finding> {
  const { payouts } = config
  if (!payouts) return { found: 'payouts_none' }
  if (payouts.method === 'manual' && !payouts.account) return { found: 'payouts_no_account' }
  const { waiting, oldest_s } = await findPayoutFacts(db, now())
  const days = Math.floor(oldest_s / (DAY_MS / SECOND_MS))
  if (days >= PAYOUT_WAIT_DAYS) return { found: 'payouts_late', values: { waiting, days } }
  return { found: payouts.method === 'manual' ? 'payouts_manual' : 'payouts_provider', values: { waiting } }
}

/** Whether everything that is encrypted in the database can be read, and with the present key. */
export async function checkSeal(db: Db, { config, seal }: Pick<Context, 'config' | 'seal'>): Promise<Finding> {
  if (!usesSeal(config)) return { found: 'seal_unused' }
  const key_ids = [...(await countByKey(db)).keys()]
  if (key_ids.some((key_id) => !seal?.knows({ key_id }))) return { found: 'seal_unknown' }
  return { found: key_ids.some((key_id) => seal?.isOld({ key_id })) ? 'seal_old' : 'seal_ok' }
}

/** Whether staff can enter the Admin Panel, and whether a password alone is enough for it. */
export async function checkStaffFactors(
  db: Db,
  { public_url, staff_second_factor }: Pick<Config, 'public_url' | 'staff_second_factor'>,
): Promise<Finding> {
  const is_required = staff_second_factor === 'required'
  if (!is_required) return { found: public_url === undefined ? 'factors_unused' : 'factors_optional' }
  const staff = await listStaffFactors(db)
  const without = staff.filter(({ passkeys, app }) => passkeys === '0' && app === 'no').length
  return without === 0 ? { found: 'factors_ok' } : { found: 'factors_missing', values: { without, all: staff.length } }
}

export async function checkMail({ mail, config }: Pick<Context, 'config' | 'mail'>): Promise<Finding> {
  if (!mail.probe) return { found: config.public_url === undefined ? 'mail_outbox' : 'mail_missing' }
  try {
    const before = performance.now()
    await mail.probe()
    return { found: 'mail_ok', values: { ms: Math.round(performance.now() - before) } }
  } catch (error) {
    return { found: 'mail_away', values: { reason: reasonOf(error) } }
  }
}

interface Clocks {
  now: () => Date
  db: Db | undefined
  redis_url: string | undefined
  wait_ms: number
}

/** Compares the clock of this machine with those of the database and of Redis, as far as these can be reached. */
export async function checkClock({ now, db, redis_url, wait_ms }: Clocks): Promise<Finding> {
  const others: { other: string; off_s: number }[] = []
  if (db) others.push({ other: 'PostgreSQL', off_s: await offBy(now, () => findDatabaseTime(db)) })
  if (redis_url !== undefined) {
    const { probeRedis } = await import('#server/live/redis-probe.ts')
    // Another check tells that it cannot be reached.
    const off_s = await offBy(now, async () => (await probeRedis(redis_url, wait_ms)).time).catch(() => undefined)
    if (off_s !== undefined) others.push({ other: 'Redis', off_s })
  }
  const [worst] = others.toSorted((a, b) => b.off_s - a.off_s)
  if (!worst) return { found: 'not_checked' }
  const seconds = Math.round(worst.off_s * 10) / 10
  if (worst.off_s <= CLOCK_OFF_S) return { found: 'clock_ok', values: { seconds } }
  return { found: worst.off_s > CLOCK_WRONG_S ? 'clock_wrong' : 'clock_off', values: { seconds, other: worst.other } }
}

/** By how many seconds the other clock differs. What the answer took is not counted as a difference. */
async function offBy(now: () => Date, ask: () => Promise<Date>): Promise<number> {
  const before = now().getTime()
  const other = (await ask()).getTime()
  const after = now().getTime()
  return Math.max(0, before - other, other - after) / 1000
}

export async function checkDisk(data_dir: string): Promise<Finding> {
  try {
    const bytes = await findFreeBytes(data_dir)
    const values = { free: Math.round((bytes / 1024 ** 3) * 10) / 10 }
    if (bytes < MIN_FREE_BYTES) return { found: 'disk_full', values }
    return { found: bytes < LOW_DISK_BYTES ? 'disk_low' : 'disk_ok', values }
  } catch (error) {
    return { found: 'disk_unwritable', values: { reason: reasonOf(error) } }
  }
}
