import { type ESTree, parseSync, Visitor } from 'vite'

/** A piece of SQL in a file: a tagged template, or a text given to `unsafe`. */
export interface Statement {
  /** The function or constant at the top of the file that it stands in. */
  inside: string
  line: number
  /** Its text, with a question mark for every interpolation. */
  sql: string
}

/** Finds every piece of SQL in a file. SQL inside an interpolation is a separate piece. */
export function readStatements(path: string, text: string): Statement[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const found: Statement[] = []
  const add = (node: ESTree.Span, sql: string) =>
    found.push({
      inside: nameOf(program.body.find((part) => part.start <= node.start && node.end <= part.end)),
      line: text.slice(0, node.start).split('\n').length,
      sql,
    })

  new Visitor({
    TaggedTemplateExpression(node) {
      add(node, sqlOf(node.quasi))
    },
    CallExpression(node) {
      const callee = text.slice(node.callee.start, node.callee.end)
      const [argument] = node.arguments
      // A column or a table by its name: db('posts.protected'). With more arguments it is a list of columns to write.
      const isName = /^(db|tx|sql)$/.test(callee) && node.arguments.length === 1
      if (!argument || !(isName || /\.unsafe$/.test(callee))) return
      if (argument.type === 'TemplateLiteral') add(node, sqlOf(argument))
      else if (argument.type === 'Literal' && typeof argument.value === 'string') add(node, argument.value)
    },
  }).visit(program)
  return found
}

function sqlOf({ quasis }: ESTree.TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? value.raw).join('?')
}

function nameOf(part: ESTree.Program['body'][number] | undefined): string {
  const declared = part?.type === 'ExportNamedDeclaration' ? part.declaration : part
  if (declared?.type === 'FunctionDeclaration' || declared?.type === 'ClassDeclaration') return declared.id?.name ?? ''
  if (declared?.type !== 'VariableDeclaration') return ''
  const id = declared.declarations[0]?.id
  return id?.type === 'Identifier' ? id.name : ''
}

/** Columns to look for, each with the tables whose column of the same name does not count. */
export type Watched = Readonly<Record<string, readonly string[]>>

/** A comment, a string, a name with its qualifiers, or a single character. Comments are dropped later. */
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|[\w?]+(?:\.[\w?]+)*|\S/g

/** The kind of clause that a keyword begins. Clauses that write, sort or name tables are `other`, because they show nothing. */
const CLAUSES: Readonly<Record<string, Clause>> = {
  select: 'list',
  returning: 'list',
  union: 'list',
  except: 'list',
  where: 'condition',
  having: 'condition',
  on: 'condition',
  from: 'other',
  join: 'other',
  using: 'other',
  into: 'other',
  update: 'other',
  delete: 'other',
  with: 'other',
  set: 'other',
  values: 'other',
  order: 'other',
  group: 'other',
  limit: 'other',
  window: 'other',
}
const BEFORE_ITEM = [undefined, '(', ',', 'select', 'returning', 'distinct', 'all']
const AFTER_ITEM = [undefined, ')', ',', 'as', 'from', '?']

type Clause = 'list' | 'condition' | 'other'

/** A statement, an expression in parentheses, or a `case`. */
interface Level {
  kind: 'query' | 'expression' | 'case'
  clause: Clause
}

/**
 * The watched columns that a piece of SQL uses in a condition, or from which it derives another column. A column that is
 * selected alone, with or without an alias, is not derived. A piece that consists of one column only counts as a part of a
 * condition.
 */
export function decidingColumns(sql: string, watched: Watched): string[] {
  const tokens = (sql.replaceAll('"', '').match(TOKEN) ?? []).filter((token) => !token.startsWith('--'))
  const words = tokens.map((token) => token.toLowerCase())
  const tables = tablesOf(words)
  const levels: Level[] = [{ kind: 'query', clause: 'list' }]
  const found: string[] = []

  for (const [index, word] of words.entries()) {
    const level = levels.at(-1)
    if (!level) throw new Error(`Unbalanced parentheses: ${sql}`)
    if (word === '(') {
      const isQuery = /^(select|with|insert|update|delete)$/.test(words[index + 1] ?? '')
      levels.push(isQuery ? { kind: 'query', clause: 'list' } : { kind: 'expression', clause: 'other' })
    } else if (word === 'case') levels.push({ kind: 'case', clause: 'condition' })
    else if (word === ')' || (word === 'end' && level.kind === 'case')) levels.pop()
    else level.clause = clauseFrom(words, index, level)

    const column = isNewName(words, index, level) ? undefined : columnAt(words, index, watched)
    if (
      column !== undefined &&
      isDeciding(words, index, levels) &&
      !isOfOtherTable(word, watched[column] ?? [], tables)
    ) {
      found.push(column)
    }
  }
  return found
}

function clauseFrom(words: readonly string[], index: number, { kind, clause }: Level): Clause {
  const word = words[index] ?? ''
  const [before, after] = [words[index - 1] ?? '', words[index + 1] ?? '']
  // `filter (where …)` is the only clause inside an expression: others are words of a function, as in extract(epoch from …).
  if (kind === 'case' || (kind === 'expression' && word !== 'where')) return clause
  // Nor do these begin a clause: `is distinct from`, `distinct on`, `on conflict`.
  if (before === 'distinct' || after === 'conflict') return clause
  return CLAUSES[word] ?? clause
}

/** Whether a word is the name of a table, or a new name for a column. */
function isNewName(words: readonly string[], index: number, { kind }: Level): boolean {
  const [before, long_before] = [words[index - 1] ?? '', words[index - 2]]
  if (before === 'as') return true
  return kind === 'query' && /^(from|join|into|update|using)$/.test(before) && long_before !== 'distinct'
}

/** `username is null` means that a user was erased. The column alone means nothing of the kind. */
function columnAt(words: readonly string[], index: number, watched: Watched): string | undefined {
  const name = words[index]?.split('.').at(-1) ?? ''
  const is_null = words.slice(index + 1, index + 4).join(' ')
  const column = /^is (not )?null\b/.test(is_null) && `${name} is null` in watched ? `${name} is null` : name
  return Object.hasOwn(watched, column) ? column : undefined
}

function isDeciding(words: readonly string[], index: number, levels: readonly Level[]): boolean {
  if (levels.some(({ clause }) => clause === 'condition')) return true
  const query = levels.findLast(({ kind }) => kind === 'query')
  if (query?.clause !== 'list') return false
  const isAlone = BEFORE_ITEM.includes(words[index - 1]) && AFTER_ITEM.includes(words[index + 1])
  return !isAlone || levels.at(-1)?.kind !== 'query' || words.length === 1
}

/** The tables of a piece of SQL, by their aliases or names. */
function tablesOf(words: readonly string[]): Map<string, string> {
  const tables = new Map<string, string>()
  for (const [index, word] of words.entries()) {
    const table = words[index + 1]
    if (!/^(from|join|update|into|using)$/.test(word) || table === undefined || !/^[a-z_]+$/.test(table)) continue
    // Without an alias this is a keyword, which never qualifies a column.
    const alias = words[index + 2] === 'as' ? words[index + 3] : words[index + 2]
    tables.set(alias ?? table, table)
  }
  return tables
}

/** True if a column certainly belongs to one of these other tables. */
function isOfOtherTable(word: string, others: readonly string[], tables: ReadonlyMap<string, string>): boolean {
  if (word.includes('.')) {
    const owner = word.split('.').at(-2) ?? ''
    return others.includes(tables.get(owner) ?? owner)
  }
  return tables.size > 0 && [...tables.values()].every((table) => others.includes(table))
}
