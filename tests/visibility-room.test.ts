// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text with interpolations of their own
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decidingColumns, readStatements, type Watched } from './support/rules/sql-conditions.ts'

const root = resolve(import.meta.dirname, '..')
const ROOM = 'server/store/visibility/'

/**
 * The columns that decide who may see what and who may write: soft deletion, protection, subscription periods, the end of
 * stories, and what staff have hidden. With each column: the tables that have a column of the same name with another meaning.
 */
const DECIDING: Watched = {
  erased_at: [],
  'username is null': [],
  demo: [],
  frozen_until: [],
  hidden_at: [],
  protected: ['report_cases'],
  starts_at: [],
  expires_at: ['exports', 'password_resets', 'sign_in_tickets', 'used_challenges', 'trusted_browsers'],
  open_until: [],
}

/**
 * Exceptions: statements that maintain these columns. They write them, or find due rows for a job, and show nothing to
 * anybody. The key is a file, or a file and a function in it.
 */
const MAINTENANCE: Readonly<Record<string, string>> = {
  'server/store/deletion/deletion-requests.ts':
    'sets the date of an erasure, cancels it, and finds the accounts to erase',
  'server/store/accounts/demo-accounts.ts': 'marks the accounts of the demo world, and finds what a removal takes away',
  'server/store/cases/hidden.ts': 'hides, restores and erases what staff have decided about',
  'server/store/decisions/removed-objects.ts': 'finds the removals whose objects are due for erasure',
  'server/store/accounts/freezes.ts': 'freezes accounts, ends freezes, and finds the reasons of one',
  'server/store/posts.ts updateLastPublicPost': 'writes profiles.last_public_post_id',
  'server/store/stories.ts deleteEndedStories': 'deletes the rows of stories that are over',
  'server/store/stories.ts renewDemoStories': 'moves the end of the demo’s stories',
  'server/store/subscriptions/grace.ts': 'writes subscriptions.open_until',
}

interface Finding {
  file: string
  /** The file and the function in it. */
  place: string
  line: number
  columns: string[]
}

function findIn(path: string, text: string): Finding[] {
  return readStatements(path, text).flatMap(({ inside, line, sql }) => {
    const columns = decidingColumns(sql, DECIDING)
    return columns.length > 0 ? [{ file: path, place: `${path} ${inside}`, line, columns }] : []
  })
}

const paths = globSync('server/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
const findings = paths.flatMap((path) => findIn(path, readFileSync(resolve(root, path), 'utf8')))
const isMaintenance = ({ file, place }: Finding) => file in MAINTENANCE || place in MAINTENANCE

describe('Who may see and who may write', () => {
  it('Only the SQL of server/store/visibility decides who may see and who may write', () => {
    const elsewhere = findings.filter((finding) => !finding.file.startsWith(ROOM) && !isMaintenance(finding))
    expect(elsewhere.map(({ place, line, columns }) => `${place}, line ${line}: ${columns}`)).toEqual([])
  })

  it('Blocks and mutes decide only in the SQL of server/store/visibility', () => {
    const isAboutBlocks = /\b(from|join|using)\s+(blocks|mutes)\b/
    const places = paths.flatMap((path) =>
      readStatements(path, readFileSync(resolve(root, path), 'utf8')).some(({ sql }) => isAboutBlocks.test(sql))
        ? [path]
        : [],
    )
    expect(places.filter((path) => !path.startsWith(ROOM))).toEqual(['server/store/deletion/erasure.ts'])
    expect(places.some((path) => path.startsWith(ROOM))).toBe(true)
  })

  it('The SQL of server/store/visibility uses every deciding column', () => {
    const known = findings.filter(({ file }) => file.startsWith(ROOM)).flatMap(({ columns }) => columns)
    expect(new Set(known)).toEqual(new Set(Object.keys(DECIDING)))
  })

  it.each(Object.keys(MAINTENANCE))('The exception for %s is still needed', (place) => {
    expect(findings.some((finding) => finding.file === place || finding.place === place)).toBe(true)
  })
})

/** The deciding columns in the SQL of a file that need not exist. */
function judge(text: string): string[] {
  return readStatements('server/store/sample.ts', text).flatMap(({ sql }) => decidingColumns(sql, DECIDING))
}

describe('A statement decides', () => {
  it.each([
    // Conditions.
    ['where', 'db`select id from posts where not protected`', ['protected']],
    ['where, after a bare column', 'db`select protected from posts po where po.protected`', ['protected']],
    [
      'on',
      'db`select 1 from profiles p join posts po on po.id = p.last_public_post_id and not po.protected`',
      ['protected'],
    ],
    ['having', 'db`select fan_id from subscriptions group by fan_id having max(expires_at) > now()`', ['expires_at']],
    ['exists', 'db`select exists (select from users u where u.erased_at is not null)`', ['erased_at']],
    ['filter', "db`select count(*) filter (where demo = 'closed') from users`", ['demo']],
    ['case', 'db`select case when not po.protected then po.media_id end as media_id from posts po`', ['protected']],
    [
      'what a case answers',
      'db`select case when ${x} then s.expires_at end as until from subscriptions s`',
      ['expires_at'],
    ],
    [
      'a join that deletes',
      'db`delete from sessions s using users u where u.id = s.user_id and u.demo is distinct from ${x}`',
      ['demo'],
    ],
    ['an update', 'db`update stories set description = ${x} where expires_at > ${now}`', ['expires_at']],
    [
      'a subquery in what is set',
      'tx`update profiles set a = (select id from posts where not protected)`',
      ['protected'],
    ],
    [
      'do update',
      'db`insert into users (id) values (1) on conflict (id) do update set demo = null where users.demo = ${x}`',
      ['demo'],
    ],
    ['a nested fragment', 'db`select 1 from stories ${all ? db`` : db`where expires_at > ${now}`}`', ['expires_at']],
    ['the username of an erased user', 'db`select 1 from users u where u.username is not null`', ['username is null']],
    // Derived columns.
    ['is not null', 'db`select s.expires_at is not null as subscribed from subscriptions s`', ['expires_at']],
    ['a comparison', 'db`select id, starts_at <= ${now} as is_running from subscriptions`', ['starts_at']],
    ['or', 'db`select not st.protected or st.profile_id = ${x} as accessible from stories st`', ['protected']],
    ['an aggregate', 'db`select max(expires_at) as until from subscriptions`', ['expires_at']],
    ['coalesce', 'db`select coalesce(u.erased_at, ${now}) as at from users u`', ['erased_at']],
    ['extract', 'db`select extract(epoch from expires_at) as place from subscriptions`', ['expires_at']],
    ['is distinct from', 'db`select ${x} is distinct from demo as differs from users`', ['demo']],
    // Fragments of a statement.
    ['and', 'db`and st.expires_at > ${now}`', ['expires_at']],
    ['a name in an interpolation', 'db`${db(table)}.erased_at is null`', ['erased_at']],
    ['a column alone', 'const column = db`po.protected`', ['protected']],
    ['a column by its name', "const column = db('po.protected')", ['protected']],
    ['a column by a made name', 'db`${db(`${table}.starts_at`)} <= ${now}`', ['starts_at']],
    ['unsafe', "db.unsafe('where not protected')", ['protected']],
    // A column name that other tables have too counts, unless the table is certainly another one.
    [
      'a table that an interpolation makes',
      'db`select 1 from (${page}) e where e.expires_at > ${now}`',
      ['expires_at'],
    ],
    [
      'another table beside it',
      'db`select 1 from exports e join stories on true where expires_at > ${now}`',
      ['expires_at'],
    ],
    ['quotes, and capitals', 'db`SELECT 1 FROM posts WHERE NOT "posts"."protected"`', ['protected']],
  ])('A statement decides by %s: %s', (_, text, expected) => {
    expect(judge(text)).toEqual(expected)
  })
})

describe('A statement does not decide', () => {
  it.each([
    ['columns of a row', 'db`select id, po.protected, s.expires_at as until, erased_at from posts po`'],
    ['columns before a fragment', 'db`select u.id, u.erased_at ${from(db)}`'],
    ['a list of columns', 'db`id, state, expires_at, bytes`'],
    ['returned columns', 'db`delete from posts where id = ${id} returning media_id, protected`'],
    ['a new row', 'db`insert into subscriptions (id, starts_at, expires_at) values (${a}, ${b}, ${c})`'],
    ['a new row, from an object', "db`insert into posts ${db(post, 'id', 'protected')}`"],
    ['a column that is set', 'db`update users set erased_at = ${at}, demo = null where id = ${id}`'],
    ['an order', 'db`select id from subscriptions order by expires_at desc`'],
    ['a table of that name', 'db`with demo as (select 1) select 1 from posts where id in (select id from demo)`'],
    ['a new name', 'db`select t.ends_at as expires_at from tickets t where t.ends_at > ${now}`'],
    ['a subquery', 'db`select (select expires_at from stories where id = ${id}) as ends_at from media`'],
    [
      'the end of an export',
      'db`select id from exports where user_id = ${id} and (expires_at is null or expires_at > ${now})`',
    ],
    ['the end of a link', 'db`delete from password_resets where expires_at <= ${now}`'],
    [
      'the protection in a report case',
      'db`select 1 from posts po join report_cases c on c.post_id = po.id and c.protected`',
    ],
    ['a username', 'db`select 1 from users where username = ${name}`'],
    ['a comment, or a text', "db`select 1 from posts -- where not protected\n where description = 'protected'`"],
    ['a condition from server/store/visibility', "db`select 1 from stories st where ${isNotExpired(db, 'st', now)}`"],
    ['code that is not SQL', "if (!post.protected) log('not protected')"],
  ])('A statement does not decide by %s: %s', (_, text) => {
    expect(judge(text)).toEqual([])
  })
})
