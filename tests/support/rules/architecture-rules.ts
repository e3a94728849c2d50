import type { Import, Source } from './source-file.ts'

/**
 * Who may import whom. In each list a room may import itself and the rooms of the rows above it, never a neighbour in
 * its own row. A room is a folder, or a file named without its ending.
 */
const ROWS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['core'],
    ['db'],
    ['store', 'media', 'mail', 'live', 'limits', 'payments', 'push'],
    ['payouts'],
    ['jobs'],
    ['context'],
    ['domain'],
    ['http'],
    ['feature'],
    ['cable'],
    ['features'],
    ['site'],
    ['app', 'demo'],
    ['main'],
  ],
  web: [
    ['locales', 'assets', 'styles', 'sw'],
    ['lib'],
    ['ui'],
    ['publishing'],
    ['features', 'gallery'],
    ['pages'],
    ['app'],
    ['main', 'prerender'],
    ['later'],
  ],
}
/** Files at the top of the server that together are one room, the lowest one. */
const CORE = [
  'server/errors.ts',
  'server/error-codes.ts',
  'server/config.ts',
  'server/secret-files.ts',
  'server/payment-settings.ts',
  'server/payout-settings.ts',
  'server/seal.ts',
  'server/open-seal.ts',
  'server/database-hosts.ts',
  'server/setting-names.ts',
  'server/setting-values.ts',
  'server/access.ts',
  'server/log.ts',
  'server/html.ts',
  'server/emails.ts',
  'server/csv.ts',
  'server/pdf.ts',
  'server/text.ts',
  'server/paging.ts',
  'server/time.ts',
]

/** What each top folder may import of the others. Tests may import everything. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  sandbox: [],
  server: ['contract', 'sandbox'],
  web: ['contract'],
  scripts: ['contract', 'server', 'web', 'tests'],
  bench: ['contract', 'sandbox', 'server', 'tests'],
}

/** The stand-in for the payment provider is reached over HTTP. Only this room may start it. */
const MAY_START_THE_SANDBOX = ['server/payments/']
const MAY_USE_SQL = ['server/db/', 'server/store/']
const MAY_USE_FASTIFY = ['server/http/', 'server/site/', 'server/cable/plugin.ts', 'server/app.ts']
/** The name of the product, the names of languages in themselves, the honeypot field, and the page of all components. */
const MAY_HAVE_TEXTS = [
  'web/ui/logo.tsx',
  'web/features/accounts/settings/appearance-settings.tsx',
  'web/ui/forms/honeypot.tsx',
  'web/gallery/',
]
/** Dependencies that every context creates for itself. Only `createContext` may create a context, so only it may import these. */
const PARTS_OF_A_CONTEXT = ['server/limits/open-limits.ts', 'server/live/open-live.ts']
const MAKES_CONTEXTS = 'server/context.ts'
const READS_ENVIRONMENT = 'server/config.ts'
const MAY_EXPORT_DEFAULT = [/^[a-z.-]+\.config\.ts$/, /^tests\/e2e\/support\/global-setup\.ts$/]
const MAY_RE_EXPORT = 'contract/index.ts'
const MAX_LINES = 400
const KEBAB_CASE = /^\.?[a-z0-9]+([-.][a-z0-9]+)*$/

/** Returns every broken rule as a sentence. `serverPackages` are the dependencies the server process may load. */
export function brokenRules(sources: readonly Source[], serverPackages: readonly string[]): string[] {
  const broken_alone = sources.flatMap((source) => {
    const broken = [...fileRules(source), ...contextRules(source)]
    if (isTest(source.path)) broken.push(...testRules(source))
    else broken.push(...source.imports.flatMap((target) => forbiddenImport(source.path, target, serverPackages)))
    if (!isTest(source.path)) broken.push(...restrictedFeatures(source))
    return broken.map((sentence) => `${source.path} ${sentence}`)
  })
  return [...broken_alone, ...importCycles(sources)]
}

/**
 * Depth-first search: a file that is reached again while it is still being visited closes a cycle. Imports of types count
 * as well: two files that need each other's types cannot be read one after the other.
 */
function importCycles(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, source.imports.map(({ target }) => target)]))
  const visited = new Set<string>()
  const cycles: string[] = []
  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push(`Import cycle: ${[...trail.slice(start), path].join(' → ')}`)
    if (visited.has(path)) return
    visited.add(path)
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.(test|spec)\.tsx?$/.test(path)
}

function within(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))
}

function fileRules(source: Source): string[] {
  const { path } = source
  const broken: string[] = []
  if (!path.split('/').every((name) => KEBAB_CASE.test(name))) broken.push('is not named in kebab-case')
  if (source.lines > MAX_LINES && !path.startsWith('web/locales/')) broken.push(`has more than ${MAX_LINES} lines`)
  if (source.default_export && !MAY_EXPORT_DEFAULT.some((pattern) => pattern.test(path)))
    broken.push('has a default export')
  if (/(^|\/)index\.tsx?$/.test(path) && path !== MAY_RE_EXPORT) broken.push('is an index file')
  const rows = ROWS[path.split('/')[0] ?? '']
  if (rows && !isTest(path) && !path.endsWith('.d.ts') && !rows.flat().includes(roomOf(path)))
    broken.push('is in no room of docs/architecture.md')
  if (source.re_exports.length > 0 && path !== MAY_RE_EXPORT) broken.push(`re-exports ${source.re_exports[0]}`)
  return broken
}

function contextRules({ path, imports }: Source): string[] {
  if (path === MAKES_CONTEXTS || path.endsWith('.test.ts')) return []
  const parts = imports.filter(({ target, when }) => when !== 'never' && PARTS_OF_A_CONTEXT.includes(target))
  return parts.map(({ target }) => `makes a context by hand, with ${target}`)
}

function testRules(source: Source): string[] {
  return [
    ...source.disabled_tests.map((word) => `disables tests with ${word}`),
    ...source.sleeps.map((word) => `sleeps with ${word}`),
  ]
}

function restrictedFeatures(source: Source): string[] {
  const { path } = source
  const broken = source.unreadable_imports.map((what) => `imports what cannot be read from the text: ${what}`)
  const top = path.split('/')[0]
  if (top === 'scripts' || top === 'bench' || !path.includes('/')) return broken
  if (source.reads_process_env && path !== READS_ENVIRONMENT) broken.push('reads process.env')
  if (source.reads_import_meta_env && !path.startsWith('web/lib/')) broken.push('reads import.meta.env')
  if (source.sql.length > 0 && top === 'server' && !within(path, MAY_USE_SQL))
    broken.push(`contains SQL: ${source.sql[0]}`)
  if (source.hard_coded_texts.length > 0 && top === 'web' && !within(path, MAY_HAVE_TEXTS))
    broken.push(`has a text that is in no locale file: ${source.hard_coded_texts[0]}`)
  if (/^web\/lib\/.*\.tsx$/.test(path)) broken.push('has JSX, which web/lib may not contain')
  return broken
}

function forbiddenImport(path: string, { kind, target }: Import, serverPackages: readonly string[]): string[] {
  const top = path.split('/')[0] ?? ''
  const forbidden = [`may not import ${target}`]
  if (kind === 'file') return mayImportFile(path, target) ? [] : forbidden
  if (top === 'contract') return target === 'typebox' ? [] : forbidden
  if (top === 'sandbox') return kind === 'builtin' || target === 'stripe' ? [] : forbidden
  if (top === 'web') {
    const queryInUi = path.startsWith('web/ui/') && target === '@tanstack/react-query'
    return kind === 'builtin' || queryInUi ? forbidden : []
  }
  if (top !== 'server' || kind === 'builtin') return []
  if (!serverPackages.includes(target)) return forbidden
  if (target === 'pg' && !within(path, MAY_USE_SQL)) return forbidden
  if (/^(fastify|@fastify\/.*)$/.test(target) && !within(path, MAY_USE_FASTIFY)) return forbidden
  return []
}

function mayImportFile(from: string, to: string): boolean {
  if (!from.includes('/')) return true
  const [fromTop = '', toTop = ''] = [from.split('/')[0], to.split('/')[0]]
  if (fromTop === 'server' && toTop === 'sandbox') return within(from, MAY_START_THE_SANDBOX)
  if (fromTop !== toTop) return FOLDERS[fromTop]?.includes(toTop) ?? false
  const rows = ROWS[fromTop]
  if (!rows) return true
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
  if (fromRoom === 'features' && toRoom === 'features') return from.split('/')[2] === to.split('/')[2]
  if (fromRoom === toRoom) return true
  const [fromRow, toRow] = [
    rows.findIndex((row) => row.includes(fromRoom)),
    rows.findIndex((row) => row.includes(toRoom)),
  ]
  return toRow >= 0 && toRow < fromRow
}

/** `server/store/accounts/users.ts` is in `store`, `server/app.ts` is `app`. */
function roomOf(path: string): string {
  if (CORE.includes(path)) return 'core'
  return (path.split('/')[1] ?? '').replace(/\.(test\.)?tsx?$/, '')
}
