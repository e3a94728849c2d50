import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createEmptyDatabase } from '#tests/support/database/postgres.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')
const database = await createEmptyDatabase()
const db = connect(database.url)
const folder = await mkdtemp(path.join(tmpdir(), 'loge-before-cases-'))
afterAll(async () => {
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

it('The posts that waited for a decision before the upgrade have a case afterwards, numbered by their first report', async () => {
  const names = (await readdir(migrations)).filter((name) => name < '019').sort()
  for (const name of names) await cp(path.join(migrations, name), path.join(folder, name))
  await migrate(database.url, folder)
  const id = (n: number) => `019ba4d2-0000-7000-8000-${String(n).padStart(12, '0')}`
  const at = (day: string) => new Date(`${day}T12:00:00.000Z`)
  for (const n of [1, 2, 3])
    await db`
      insert into users (id, email, email_key, username, password_hash, created_at)
      values (${id(n)}, ${`${n}@b.cc`}, ${`${n}@b.cc`}, ${`user-${n}`}, '', now())`
  await db`insert into profiles (id, created_at) values (${id(1)}, now())`
  for (const n of [11, 12, 13, 14]) {
    await db`
      insert into media (id, owner_id, store_key, content_type, files, created_at)
      values (${id(n)}, ${id(1)}, ${`aa/${n}`}, 'image/webp', '[{"name": "480.webp"}]', now())`
    await db`
      insert into posts (id, profile_id, media_id, description, protected, created_at)
      values (${id(n)}, ${id(1)}, ${id(n)}, ${`Post ${n}`}, false, now())`
  }
  const report = async (n: number, post: number, author: number, reason: number, day: string, dismissed = false) => {
    await db`
      insert into reports (id, post_id, author_id, reason, created_at, dismissed_at)
      values (${id(n)}, ${id(post)}, ${id(author)}, ${REPORT_REASONS[reason] ?? ''}, ${at(day)}, ${dismissed ? at(day) : null})`
  }
  await report(21, 12, 2, 0, '2026-02-02')
  await report(22, 11, 2, 0, '2026-02-01')
  await report(23, 11, 3, 1, '2026-02-05')
  await report(24, 13, 2, 0, '2025-12-31')
  await report(25, 14, 2, 0, '2026-01-01', true)

  await migrate(database.url, migrations)
  const rows = await db`
    select c.number, c.object_id, c.subject_id, c.state, c.severity, c.due_at, c.evidence, c.source_key,
      (select count(*)::int from case_reports r where r.case_id = c.id) as reports
    from cases c order by number`
  const shared = { subject_id: id(1), state: 'open' }
  const evidence = (n: number) => ({ username: 'user-1', text: `Post ${n}`, messages: [] })
  expect([...rows]).toEqual([
    {
      ...shared,
      number: '2025-0001',
      object_id: id(13),
      severity: 1,
      due_at: at('2026-01-05'),
      evidence: evidence(13),
      source_key: 'aa/13',
      reports: 1,
    },
    {
      ...shared,
      number: '2026-0001',
      object_id: id(11),
      severity: 2,
      due_at: at('2026-02-03'),
      evidence: evidence(11),
      source_key: 'aa/11',
      reports: 2,
    },
    {
      ...shared,
      number: '2026-0002',
      object_id: id(12),
      severity: 1,
      due_at: at('2026-02-07'),
      evidence: evidence(12),
      source_key: 'aa/12',
      reports: 1,
    },
  ])
  expect([...(await db`select year, last from case_numbers order by year`)]).toEqual([
    { year: 2025, last: 1 },
    { year: 2026, last: 2 },
  ])
})
