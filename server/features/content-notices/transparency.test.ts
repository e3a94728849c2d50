import { describe, expect, it } from 'vitest'
import { CASE_REASONS } from '#contract/cases.ts'
import type { Transparency } from '#contract/content-notices.ts'
import { DECISION_ACTIONS, GROUNDS } from '#contract/decisions.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { world } from '#tests/support/world.ts'
import { transparencyTable } from './transparency.ts'

const { ctx, visitor, member, passes } = await world()
const { db } = ctx

const amy = await member('amy')
const bob = await member('bob')
const demo = { id: newId(ctx.now()) }
await db`
  insert into users (id, email, email_key, username, password_hash, created_at, demo)
  values (${demo.id}, 'demo@example.com', 'demo@example.com', 'demo', '', ${ctx.now()}, 'open')`

interface Seed {
  opened_at: Date
  subject_id: string | null
  reports: { reporter_id: string | null; notice: string | null; reason: string; created_at: Date }[]
  decisions: {
    actions: string[]
    ground: string | null
    decided_at: Date
    is_automated: boolean
    appealed_at: Date | null
    outcome: 'upheld' | 'rejected' | null
  }[]
}

/** Everything that was seeded, for the recount. */
const seeded: Seed[] = []
let numbers = 0

async function seed(given: Seed): Promise<void> {
  seeded.push(given)
  numbers += 1
  const case_id = newId(given.opened_at)
  await db`
    insert into cases (id, number, kind, object_id, subject_id, state, severity, opened_at, due_at)
    values (${case_id}, ${`case-${numbers}`}, ${given.subject_id === null ? 'notice' : 'post'}, ${newId(given.opened_at)},
      ${given.subject_id}, 'open', 1, ${given.opened_at}, ${given.opened_at})`
  for (const { reporter_id, notice, reason, created_at } of given.reports) {
    const content_notice_id = notice && newId(created_at)
    if (content_notice_id)
      await db`
        insert into content_notices (id, number, urls, reason, explanation, created_at)
        values (${content_notice_id}, ${notice}, '{}', ${reason}, 'x', ${created_at})`
    await db`
      insert into case_reports (id, case_id, reporter_id, content_notice_id, reason, created_at)
      values (${newId(created_at)}, ${case_id}, ${reporter_id}, ${content_notice_id}, ${reason}, ${created_at})`
  }
  if (given.subject_id === null) return
  for (const { actions, ground, decided_at, is_automated, appealed_at, outcome } of given.decisions)
    await db`
      insert into decisions (id, case_id, subject_id, actions, ground, facts, is_automated, is_noticed, decided_at,
        appeal_until, appeal, appealed_at, appeal_outcome, appeal_answer, appeal_decided_at)
      values (${newId(decided_at)}, ${case_id}, ${given.subject_id}, ${actions}, ${ground}, ${ground && 'Facts'},
        ${is_automated}, true, ${decided_at}, ${decided_at}, ${appealed_at && 'No'}, ${appealed_at}, ${outcome},
        ${outcome && 'So'}, ${outcome && appealed_at})`
}

/** A small generator with a fixed seed, so that a failure can be repeated. */
let state = 19
function pick<T>(values: readonly T[]): T {
  state = (state * 1103515245 + 12345) % 2 ** 31
  return values[Math.floor((state / 2 ** 31) * values.length)] as T
}

const TIMES = [
  '2025-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00.000Z',
  '2026-06-15T10:00:00.000Z',
  '2026-12-31T23:59:59.999Z',
  '2027-01-01T00:00:00.000Z',
].map((time) => new Date(time))

for (let index = 0; index < 120; index += 1) {
  const opened_at = pick(TIMES)
  const subject_id = pick([amy.id, amy.id, demo.id, null])
  const decisions = Array.from({ length: pick([0, 1, 2]) }, (_, place) => {
    const actions = pick<string[]>([
      ['dismiss'],
      ...DECISION_ACTIONS.slice(1).map((action) => [action]),
      ['remove', 'freeze'],
    ])
    const isAppealed = pick([true, false])
    const decided_at = new Date(
      opened_at.getTime() + pick([MINUTE_MS, HOUR_MS, 2.5 * HOUR_MS, DAY_MS]) + place * HOUR_MS,
    )
    return {
      actions,
      ground: actions[0] === 'dismiss' ? null : pick(GROUNDS),
      decided_at,
      is_automated: pick([true, false, false]),
      appealed_at: isAppealed ? new Date(decided_at.getTime() + DAY_MS) : null,
      outcome: isAppealed ? pick(['upheld', 'rejected', null] as const) : null,
    }
  })
  await seed({
    opened_at,
    subject_id,
    decisions: subject_id === null ? [] : decisions,
    reports: [
      { reporter_id: null, notice: `notice-${index}`, reason: pick(CASE_REASONS), created_at: pick(TIMES) },
      {
        reporter_id: pick([bob.id, demo.id]),
        notice: null,
        reason: pick([...CASE_REASONS, ...REPORT_REASONS]),
        created_at: pick(TIMES),
      },
    ],
  })
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** The figures, counted in plain JavaScript from what was seeded. */
function recount(year: number): Transparency {
  const isIn = (time: Date | null) => time?.getUTCFullYear() === year
  const real = seeded.filter(({ subject_id }) => subject_id !== demo.id)
  const reports = real.flatMap((one) => one.reports).filter(({ created_at }) => isIn(created_at))
  const notices = reports.filter(({ notice }) => notice !== null).map(({ reason }) => reason)
  const ofMembers = reports
    .filter(({ notice, reporter_id }) => notice === null && reporter_id !== demo.id)
    .map(({ reason }) => reason)
  const all = real.flatMap((one) => one.decisions)
  const decided = all.filter(({ decided_at }) => isIn(decided_at))
  const appealed = all.filter(({ appealed_at }) => isIn(appealed_at))
  const waits = real
    .flatMap(({ opened_at, decisions }) => {
      const times = decisions.filter((one) => !one.is_automated).map(({ decided_at }) => decided_at.getTime())
      const first = Math.min(...times)
      return times.length > 0 && isIn(new Date(first)) ? [(first - opened_at.getTime()) / 1000] : []
    })
    .sort((a, b) => a - b)
  const middle = (waits.length - 1) / 2
  const median = ((waits[Math.floor(middle)] ?? 0) + (waits[Math.ceil(middle)] ?? 0)) / 2
  return {
    year,
    notices: { total: notices.length, by_reason: tally(notices) },
    reports: { total: ofMembers.length, by_reason: tally(ofMembers) },
    decisions: {
      total: decided.length,
      automated: decided.filter(({ is_automated }) => is_automated).length,
      by_ground: tally(decided.flatMap(({ ground }) => ground ?? [])),
      by_action: tally(decided.flatMap(({ actions }) => actions)),
      median_seconds: waits.length > 0 ? Math.round(median) : null,
    },
    appeals: {
      total: appealed.length,
      upheld: appealed.filter(({ outcome }) => outcome === 'upheld').length,
      rejected: appealed.filter(({ outcome }) => outcome === 'rejected').length,
    },
  }
}

describe('Transparency figures', () => {
  it.each(['abc', '2024', '2101', '2026.5', ''])('The year %j is refused', async (year) => {
    expect((await visitor.ask('GET', `/transparency?year=${year}`)).status).toBe(422)
  })

  it.each([2025, 2026, 2027])('The figures of %i equal a recount, without those of the demo', async (year) => {
    const { status, body } = await visitor.ask('GET', `/transparency?year=${year}`)
    expect(status).toBe(200)
    expect(body).toEqual(recount(year))
    expect(body.notices.total + body.reports.total).toBeGreaterThan(10)
  })

  it('A year without anything has zeros, and no median', async () => {
    const { body } = await visitor.ask('GET', '/transparency?year=2050')
    expect(body).toEqual(recount(2050))
    expect(body.decisions.median_seconds).toBeNull()
  })

  it('The current year is the default; figures are counted again after five minutes', async () => {
    const read = async () => (await visitor.ask('GET', '/transparency')).body
    expect(await read()).toEqual(recount(2026))
    const before = recount(2026).reports.total
    const created_at = new Date('2026-05-01T00:00:00.000Z')
    const reports = [{ reporter_id: bob.id, notice: null, reason: 'spam', created_at }]
    await seed({ opened_at: created_at, subject_id: amy.id, reports, decisions: [] })
    expect((await read()).reports.total).toBe(before)
    passes(5 * MINUTE_MS)
    expect((await read()).reports.total).toBe(before + 1)
  })

  it('The table of the command has every figure', () => {
    const figures = recount(2026)
    const lines = transparencyTable(figures).split('\n')
    expect(lines[0]).toMatch(/^Year +2026$/)
    const inLine = (name: string) =>
      lines
        .find((line) => line.startsWith(name))
        ?.split(/ {2,}/)
        .at(-1)
    expect(inLine('Notices')).toBe(String(figures.notices.total))
    expect(inLine('Reports')).toBe(String(figures.reports.total))
    expect(inLine('Appeals')).toBe(String(figures.appeals.total))
    expect(inLine('Median')).toBe(((figures.decisions.median_seconds ?? 0) / 3600).toFixed(1))
    for (const name of Object.keys(figures.decisions.by_ground)) expect(lines.join('\n')).toContain(`  ${name} `)
  })
})
