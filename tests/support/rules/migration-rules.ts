import { headLines, plainStatements } from '#server/db/migration-files.ts'

/**
 * What a migration must not do without saying so: because code of the version before still runs (`drop`, `rename`, `not null`),
 * or because people wait while it is done (all others). The head of a file can allow one: `-- allows: drop, because …`.
 */
interface Rule {
  name: string
  /** What to do instead. */
  instead: string
  breaks(statement: string, file: File): boolean
}

interface File {
  statements: string[]
  /** The tables that the file itself creates: nobody uses them yet. */
  created: string[]
  transaction: string
}

const ALTER = /^alter table (?:if exists )?(?:only )?([a-z_]+)/
const FUNCTION_DEFAULT = /\bdefault \(?(?!now\(\)|current_timestamp|array\[)[a-z_]+\(/

const isAlter = (statement: string) => ALTER.test(statement)
/** The clauses of `alter table`, each of which adds, drops or changes one thing. */
const addsColumn = (statement: string) =>
  clauses(statement).filter((clause) =>
    /^add (column )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b)/.test(clause),
  )
const addsConstraint = (statement: string) =>
  clauses(statement).filter((clause) => /^add (constraint|check|foreign|unique|primary)\b/.test(clause))

const RULES: Rule[] = [
  {
    name: 'drop',
    instead: 'drop it in a later release, when no version that uses it may run beside it',
    breaks: (statement) =>
      /^drop (?!index concurrently\b)/.test(statement) ||
      clauses(statement).some((clause) => /^drop (?!constraint\b|not null)/.test(clause)),
  },
  {
    name: 'rename',
    instead: 'add the new name, write both, and drop the old one in a later release',
    breaks: (statement) => /^alter .* rename\b/.test(statement),
  },
  {
    name: 'type',
    instead: 'add a column of the new type, write both, backfill in batches, and drop the old one in a later release',
    breaks: (statement) =>
      /^alter type (?!.* add value\b)/.test(statement) ||
      clauses(statement).some((clause) => /^alter (column )?[a-z_]+ (set data )?type\b/.test(clause)),
  },
  {
    name: 'not null',
    instead: 'add a check (… is not null) not valid, validate it in the next file, and set it after that',
    breaks: (statement) =>
      clauses(statement).some((clause) => /^alter (column )?[a-z_]+ set not null/.test(clause)) ||
      addsColumn(statement).some((clause) => /\bnot null\b/.test(clause) && !/\bdefault\b/.test(clause)),
  },
  {
    name: 'rewrite',
    instead: 'add the column without a default, set the default after that, and backfill in batches',
    breaks: (statement) =>
      addsColumn(statement).some(
        (clause) => FUNCTION_DEFAULT.test(clause) || /\b(stored|identity|(big|small)?serial)\b/.test(clause),
      ),
  },
  {
    name: 'constraint',
    instead:
      'add it as not valid and validate it in the next file; build a unique index concurrently and add the constraint using it',
    breaks: (statement) =>
      addsConstraint(statement).some((clause) => !/\bnot valid\b|\busing index\b/.test(clause)) ||
      addsColumn(statement).some((clause) => /\b(references|unique|primary key)\b/.test(clause)),
  },
  {
    name: 'validate',
    instead: 'validate in a file of its own, so that no stronger lock is held meanwhile',
    breaks: (statement, { statements }) =>
      / validate constraint /.test(statement) && statements.some((other) => !/ validate constraint /.test(other)),
  },
  {
    name: 'index',
    instead: 'write -- transaction: none and create index concurrently',
    breaks: (statement, { created }) => {
      const table = statement.match(/^create (?:unique )?index (?!concurrently\b).*? on (?:only )?([a-z_]+)/)?.[1]
      return table !== undefined && !created.includes(table)
    },
  },
  {
    name: 'rows',
    instead: 'write -- transaction: batches and a limit',
    breaks: (statement, { created, transaction }) => {
      const table = statement.match(/^(?:with .*?\) )?(?:update|delete from) (?:only )?([a-z_]+)/)?.[1]
      if (table === undefined || created.includes(table)) return false
      return transaction !== 'batches' || !/\blimit \d/.test(statement)
    },
  },
  {
    name: 'lock',
    instead: 'leave it to the operator',
    breaks: (statement) => /^(lock|truncate|cluster|vacuum|reindex|refresh)\b/.test(statement),
  },
  {
    name: 'two tables',
    instead: 'write a file for each table, so that none is locked while the migration waits for another',
    breaks: (statement, file) => {
      const altered = file.statements.flatMap((other) => lockedTables(other, file))
      return lockedTables(statement, file).some((table) => table !== altered[0])
    },
  },
]

/** The existing tables that a statement locks against reading or writing. */
function lockedTables(statement: string, { created }: File): string[] {
  const altered = statement.match(ALTER)?.[1]
  const referred = [...statement.matchAll(/\breferences ([a-z_]+)/g)].map(([, table = '']) => table)
  return [altered ?? [], referred].flat().filter((table) => !created.includes(table))
}

/** The parts of `alter table` between the commas outside of brackets. */
function clauses(statement: string): string[] {
  if (!isAlter(statement)) return []
  const parts = ['']
  let depth = 0
  for (const sign of statement.replace(ALTER, '')) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** One sentence for each rule that a migration breaks without allowing it, and for each that it allows without need. */
export function brokenMigrationRules(name: string, sql: string): string[] {
  const statements = plainStatements(sql).map((statement) => statement.replaceAll(/\s+/g, ' ').toLowerCase())
  const created = statements.flatMap(
    (statement) => statement.match(/^create table (?:if not exists )?([a-z_]+)/)?.[1] ?? [],
  )
  const file: File = { statements, created, transaction: headLines(sql, 'transaction')[0] ?? 'one' }
  const allowed = headLines(sql, 'allows').map((line) => line.match(/^([a-z ]+), because .{10,}/)?.[1] ?? line)
  const broken = RULES.filter((rule) => statements.some((statement) => rule.breaks(statement, file)))
  return [
    ...broken
      .filter((rule) => !allowed.includes(rule.name))
      .map((rule) => `${name} breaks the rule "${rule.name}": ${rule.instead}.`),
    ...allowed
      .filter((rule) => !broken.some((other) => other.name === rule))
      .map((rule) => `${name} allows "${rule}" without need or without a reason.`),
  ]
}
