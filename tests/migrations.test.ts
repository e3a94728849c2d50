import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FIRST_WITH_HEAD, readMigrations } from '#server/db/migration-files.ts'
import { REPOSITORY_ROOT } from './support/repository-root.ts'
import { brokenMigrationRules } from './support/rules/migration-rules.ts'

const folder = path.join(REPOSITORY_ROOT, 'server/db/migrations')
const files = await readMigrations(folder)

/** The names of the broken rules. */
function judge(...lines: string[]): string[] {
  return brokenMigrationRules('030-x.sql', lines.join('\n')).map(
    (sentence) => sentence.match(/"(.*?)"/)?.[1] ?? sentence,
  )
}

describe('Migrations that run beside the version before', () => {
  it('No migration breaks what the version before relies on, or locks a table for long, without saying so', () => {
    const broken = files
      .filter(({ number }) => number >= FIRST_WITH_HEAD)
      .flatMap(({ name, sql }) => brokenMigrationRules(name, sql))
    expect(broken).toEqual([])
  })

  it('A number of "runs with" is that of an existing schema', () => {
    const numbers = files.map(({ number }) => number)
    const wrong = files.filter(({ runs_with }) => runs_with !== undefined && !numbers.includes(runs_with))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('The rules find what earlier migrations, from before them, did', () => {
    const text = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    const judged = (name: string) =>
      brokenMigrationRules(name, text(name)).map((sentence) => sentence.match(/"(.*?)"/)?.[1])
    expect(judged('018-frozen-accounts.sql')).toEqual(['constraint', 'index'])
    expect(judged('020-inbox.sql')).toEqual(['rewrite', 'constraint', 'index', 'two tables'])
  })

  it.each([
    ['drop', 'alter table posts drop column words;'],
    ['drop', 'drop table posts;'],
    ['drop', 'drop index posts_newest;'],
    ['rename', 'alter table posts rename column words to text;'],
    ['rename', 'alter table posts rename to articles;'],
    ['type', 'alter table posts alter column likes type bigint;'],
    ['type', 'alter type mood drop attribute colour;'],
    ['not null', 'alter table posts alter column words set not null;'],
    ['not null', 'alter table posts add column words text not null;'],
    ['rewrite', 'alter table posts add column token uuid default gen_random_uuid();'],
    ['rewrite', 'alter table posts add column place bigserial;'],
    ['rewrite', 'alter table posts add column size int generated always as (length(words)) stored;'],
    ['constraint', 'alter table posts add constraint words_some check (words <> $$$$);'],
    ['constraint', 'alter table posts add constraint by foreign key (author) references posts (id);'],
    ['constraint', 'alter table posts add column parent uuid references posts (id);'],
    ['constraint', 'alter table posts add column name text unique;'],
    ['validate', 'alter table posts add column a int; alter table posts validate constraint b;'],
    ['index', 'create index posts_newest on posts (created_at desc);'],
    ['index', 'create unique index posts_name on posts (name);'],
    ['rows', 'update posts set likes = 0;'],
    ['rows', '-- transaction: batches\ndelete from posts where likes = 0;'],
    ['lock', 'lock table posts;'],
    ['two tables', 'alter table posts add column a int; alter table users add column b int;'],
    ['two tables', 'create table notes (a uuid references posts (id), b uuid references users (id));'],
  ])('A migration that breaks the rule "%s" is found: %s', (rule, sql) => {
    expect(judge(sql)).toEqual([rule])
  })

  it.each([
    'alter table posts add column words text, add column likes int not null default 0;',
    'alter table posts add column seen_at timestamptz default now();',
    'alter table posts add constraint words_some check (words <> $$$$) not valid;',
    'alter table posts validate constraint words_some;',
    'alter table posts alter column words drop not null;',
    'alter table posts drop constraint words_some;',
    'create table notes (id uuid primary key, post_id uuid not null references posts (id), words text unique);\ncreate index notes_post on notes (post_id);',
    '-- transaction: none\ncreate unique index concurrently posts_name on posts (name);\ndrop index concurrently if exists posts_newest;',
    '-- transaction: batches\nwith batch as (select id from posts where likes is null limit 1000) update posts set likes = 0 from batch where posts.id = batch.id;',
  ])('A migration that old code survives and that locks briefly is in order: %s', (sql) => {
    expect(judge(sql)).toEqual([])
  })

  it('A migration may break a rule if its head says which one and why, and may not say so without need', () => {
    const drop = 'alter table posts drop column words;'
    expect(judge('-- allows: drop, because no version since 025 reads it', drop)).toEqual([])
    expect(judge('-- allows: drop, because', drop)).toEqual(['drop', 'drop, because'])
    expect(judge('-- allows: rename, because it is nicer this way', drop)).toEqual(['drop', 'rename'])
  })
})
