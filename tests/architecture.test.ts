import { globSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenRules } from './support/rules/architecture-rules.ts'
import { arbitraryValues, brokenCssRules } from './support/rules/css-rules.ts'
import { readSource } from './support/rules/source-file.ts'

const root = resolve(import.meta.dirname, '..')
const packageJson = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
const serverPackages = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies })

/** Checks the text of one file that need not exist. */
function judge(path: string, text: string): string[] {
  return brokenRules([readSource(path, text)], serverPackages)
}

describe('Architecture rules', () => {
  const paths = globSync(['{contract,sandbox,server,web,tests,scripts,bench}/**/*.{ts,tsx}', '*.config.ts'], {
    cwd: root,
    // The packages that `npm run lighthouse` installs are not part of the repository.
    exclude: ['bench/lighthouse/node_modules'],
  })

  it('The architecture test reads every source file', () => {
    expect(paths).toEqual(expect.arrayContaining(['contract/index.ts', 'server/config.ts', 'web/locales/fr/common.ts']))
    expect(paths).toContain('tests/architecture.test.ts')
  })

  it('No source file breaks an architecture rule', () => {
    const sources = paths.map((path) => readSource(path, readFileSync(resolve(root, path), 'utf8')))
    expect(brokenRules(sources, serverPackages)).toEqual([])
  })
})

describe('Broken architecture rules', () => {
  it.each([
    // Between the top folders.
    ['contract/posts.ts', "import { x } from 'fastify'", 'may not import fastify'],
    ['contract/posts.ts', "import { x } from 'node:fs'", 'may not import node:fs'],
    ['contract/posts.ts', "import { x } from '#server/errors.ts'", 'may not import server/errors.ts'],
    ['server/app.ts', "import { x } from '#web/lib/paths.ts'", 'may not import web/lib/paths.ts'],
    ['server/app.ts', "import { x } from '../tests/support/world.ts'", 'may not import tests/support/world.ts'],
    ['server/app.ts', "import { x } from 'left-pad'", 'may not import left-pad'],
    ['web/lib/api.ts', "import { x } from '../../server/errors.ts'", 'may not import server/errors.ts'],
    ['web/lib/api.ts', "import { readFile } from 'node:fs'", 'may not import node:fs'],
    ['sandbox/store.ts', "import { x } from '#server/errors.ts'", 'may not import server/errors.ts'],
    ['sandbox/store.ts', "import { x } from '../contract/money.ts'", 'may not import contract/money.ts'],
    ['sandbox/store.ts', "import fastify from 'fastify'", 'may not import fastify'],
    ['server/main.ts', "import { x } from '#sandbox/start-sandbox.ts'", 'may not import sandbox/start-sandbox.ts'],
    ['web/lib/api.ts', "import { x } from '#sandbox/start-sandbox.ts'", 'may not import sandbox/start-sandbox.ts'],
    // From a lower room of the server to a higher one, in every way a file can be imported.
    ['server/errors.ts', "import { x } from './db/connect.ts'", 'may not import server/db/connect.ts'],
    [
      'server/db/connect.ts',
      "import type { User } from '#server/store/posts.ts'",
      'may not import server/store/posts.ts',
    ],
    ['server/store/posts.ts', "export { x } from '../http/route.ts'", 'may not import server/http/route.ts'],
    ['server/store/posts.ts', "const x = await import('../mail/mailer.ts')", 'may not import server/mail/mailer.ts'],
    ['server/http/route.ts', "type X = import('../features/accounts/actions.ts').X", 'may not import server/features'],
    ['server/features/posts/routes.ts', "import { buildApp } from '#server/app.ts'", 'may not import server/app.ts'],
    ['server/app.ts', "import { main } from './main.ts'", 'may not import server/main.ts'],
    ['server/unknown/x.ts', 'export const x = 1', 'is in no room of docs/architecture.md'],
    // From a lower room of the web app to a higher one.
    ['web/locales/fr/common.ts', "import { x } from '../../lib/i18n/i18n.ts'", 'may not import web/lib/i18n/i18n.ts'],
    ['web/lib/api.ts', "import { Button } from '#web/ui/button.tsx'", 'may not import web/ui/button.tsx'],
    [
      'web/ui/button.tsx',
      "import { x } from '../features/posts/post.tsx'",
      'may not import web/features/posts/post.tsx',
    ],
    ['web/ui/button.tsx', "import { useQuery } from '@tanstack/react-query'", 'may not import @tanstack/react-query'],
    ['web/ui/button.tsx', "import { x } from '#web/publishing/upload.ts'", 'may not import web/publishing/upload.ts'],
    [
      'web/publishing/upload.ts',
      "import '#web/features/posts/queries.ts'",
      'may not import web/features/posts/queries.ts',
    ],
    ['web/features/posts/post.tsx', "import { x } from '#web/pages/home.tsx'", 'may not import web/pages/home.tsx'],
    ['web/pages/home.tsx', "import { x } from '#web/app/router.tsx'", 'may not import web/app/router.tsx'],
    ['web/lib/theme.tsx', 'export const x = 1', 'has JSX'],
    // From feature to feature.
    ['server/features/posts/actions.ts', "import '../accounts/actions.ts'", 'may not import server/features/accounts'],
    ['web/features/posts/post.tsx', "import '#web/features/stories/ring.tsx'", 'may not import web/features/stories'],
    // What only some rooms may do: SQL, fastify, the environment, texts.
    ['server/features/posts/actions.ts', "import pg from 'pg'", 'may not import pg'],
    ['server/features/posts/actions.ts', 'await sql`select 1 from posts`', 'contains SQL'],
    ['server/http/route.ts', "db.unsafe('delete from users where id = $1')", 'contains SQL'],
    ['server/features/posts/routes.ts', "import type { FastifyInstance } from 'fastify'", 'may not import fastify'],
    ['server/cable/hub.ts', "import websocket from '@fastify/static'", 'may not import @fastify/static'],
    ['server/main.ts', 'listen(process.env.PORT)', 'reads process.env'],
    ['server/main.ts', "import { env } from 'node:process'", 'reads process.env'],
    ['server/main.ts', 'const { env } = process', 'reads process.env'],
    ['contract/media.ts', "export const x = process['env'].X", 'reads process.env'],
    ['web/ui/button.tsx', 'export const x = import.meta.env.VITE_API_HOST', 'reads import.meta.env'],
    [
      'tests/support/world.ts',
      "import { openLimits } from '#server/limits/open-limits.ts'",
      'makes a context by hand, with server/limits/open-limits.ts',
    ],
    [
      'bench/live-server.ts',
      "import { openLive } from '../server/live/open-live.ts'",
      'makes a context by hand, with server/live/open-live.ts',
    ],
    ['web/app/router.tsx', 'const page = await import(name)', 'imports what cannot be read'],
    ['web/app/router.tsx', "const pages = import.meta.glob('../pages/*.tsx')", 'imports what cannot be read'],
    ['web/ui/button.tsx', 'export const x = <p>Press me</p>', 'has a text that is in no locale file: Press me'],
    ['web/ui/button.tsx', 'export const x = <img alt="A lion" />', 'has a text that is in no locale file: A lion'],
    // Names, length and exports of a file.
    ['web/ui/button.tsx', 'export default function Button() {}', 'has a default export'],
    ['web/ui/button.tsx', 'const Button = 1; export { Button as default }', 'has a default export'],
    ['web/ui/index.ts', 'export const x = 1', 'is an index file'],
    ['web/ui/all.ts', "export * from './button.tsx'", 're-exports web/ui/button.tsx'],
    ['web/ui/readMore.tsx', 'export const x = 1', 'is not named in kebab-case'],
    ['web/ui/Parts/button.tsx', 'export const x = 1', 'is not named in kebab-case'],
    // Tests.
    ['server/features/posts/posts.test.ts', "it.skip('x', () => {})", 'disables tests with it.skip'],
    ['server/features/posts/posts.test.ts', "describe.only('x', () => {})", 'disables tests with describe.only'],
    ['server/features/posts/posts.test.ts', "it.concurrent.todo('x')", 'disables tests with it.todo'],
    ['server/features/posts/posts.test.ts', "xit('x', () => {})", 'disables tests with xit'],
    ['tests/e2e/accounts/login.spec.ts', 'test.fixme()', 'disables tests with test.fixme'],
    ['tests/e2e/accounts/login.spec.ts', 'await page.waitForTimeout(500)', 'sleeps with page.waitForTimeout'],
    [
      'tests/e2e/accounts/login.spec.ts',
      'await new Promise((resolve) => setTimeout(resolve, 500))',
      'sleeps with setTimeout',
    ],
    ['tests/support/world.ts', "import { setTimeout } from 'node:timers/promises'", 'sleeps with node:timers/promises'],
  ])('An architecture rule forbids in %s: %s', (path, text, expected) => {
    expect(judge(path, text)).toContainEqual(expect.stringContaining(`${path} ${expected}`))
  })
})

describe('Import cycles', () => {
  const judgeAll = (files: Record<string, string>) =>
    brokenRules(
      Object.entries(files).map(([path, text]) => readSource(path, text)),
      serverPackages,
    )

  it('An import cycle is reported, also when only a type import or a dynamic import closes it', () => {
    expect(
      judgeAll({
        'web/ui/a.ts': "import { b } from './b.ts'",
        'web/ui/b.ts': "import type { A } from './a.ts'",
      }),
    ).toEqual(['Import cycle: web/ui/a.ts → web/ui/b.ts → web/ui/a.ts'])
    expect(
      judgeAll({
        'web/ui/a.ts': "import { b } from './b.ts'; import { c } from './c.ts'",
        'web/ui/b.ts': "import { c } from './c.ts'",
        'web/ui/c.ts': "const a = import('./a.ts')",
      }),
    ).toEqual(['Import cycle: web/ui/a.ts → web/ui/b.ts → web/ui/c.ts → web/ui/a.ts'])
  })

  it('A file that two others import is not an import cycle', () => {
    const files = { 'web/ui/a.ts': "import './b.ts'; import './c.ts'", 'web/ui/b.ts': "import './c.ts'" }
    expect(judgeAll({ ...files, 'web/ui/c.ts': 'export const c = 1' })).toEqual([])
  })
})

describe('Length of files', () => {
  const long = 'export const x = 1\n'.repeat(401)

  it('A file of more than 400 lines is too long', () => {
    expect(judge('web/ui/button.tsx', long)).toEqual(['web/ui/button.tsx has more than 400 lines'])
  })

  it('A translation file may have more than 400 lines', () => {
    expect(judge('web/locales/en/common.ts', long)).toEqual([])
  })
})

describe('What the architecture rules allow', () => {
  it.each([
    ['contract/posts.ts', "import { Type } from 'typebox'; import { Id } from './schemas.ts'"],
    ['contract/index.ts', "export { posts } from './posts.ts'"],
    ['sandbox/store.ts', "import type Stripe from 'stripe'; import { randomBytes } from 'node:crypto'"],
    ['server/payments/open-provider.ts', "const { startSandbox } = await import('#sandbox/start-sandbox.ts')"],
    ['server/access.ts', "import type { Config } from './config.ts'"],
    ['server/store/posts.ts', "import type { Client } from 'pg'; await sql`select 1`"],
    [
      'server/features/posts/routes.ts',
      "import { posts } from '#contract/posts.ts'; import { decide } from './actions.ts'",
    ],
    ['server/features/posts/actions.ts', "import { listPosts } from '#server/store/posts.ts'"],
    ['server/cable/plugin.ts', "import type { FastifyInstance } from 'fastify'"],
    ['server/config.ts', 'export const env = process.env'],
    ['server/context.ts', "import { openLive } from './live/open-live.ts'"],
    ['server/limits/rate-limits.ts', "import type { RateLimiter } from '#server/limits/rate-limiter.ts'"],
    ['web/lib/api.ts', 'export const host = import.meta.env.VITE_API_HOST'],
    [
      'web/pages/home.tsx',
      "import { Feed } from '../features/posts/feed.tsx'; import { en } from '#web/locales/en/common.ts'",
    ],
    ['web/features/posts/post.tsx', "import { upload } from '#web/publishing/upload.ts'"],
    ['web/publishing/publish-form.tsx', "import { x } from '#web/ui/button.tsx'; import { y } from '#web/lib/api.ts'"],
    ['web/pages/login.tsx', "export const words = 'Select your seat from the list below'"],
    ['vite.config.ts', 'export default {}'],
    ['tests/support/world.ts', "import { buildApp } from '#server/app.ts'; await sql`truncate users`"],
    ['tests/e2e/accounts/login.spec.ts', 'const stop = setTimeout(() => child.kill(), 500)'],
  ])('The architecture rules allow in %s: %s', (path, text) => {
    expect(judge(path, text)).toEqual([])
  })
})

describe('CSS rules', () => {
  const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
  const components = globSync('web/**/*.tsx', { cwd: root }).filter((path) => !path.endsWith('.test.tsx'))
  const sheets = globSync('web/**/*.css', { cwd: root })
  /** A ceiling: it may only fall. More are a sign that the scale in web/styles/tokens.css lacks a step. */
  const MOST_ARBITRARY_VALUES = 72

  it('The CSS test reads every component and every style sheet', () => {
    expect(components).toEqual(
      expect.arrayContaining(['web/ui/pictures/arch.tsx', 'web/app/root.tsx', 'web/pages/home.tsx']),
    )
    expect(sheets).toEqual(expect.arrayContaining(['web/ui/pictures/arch.css', 'web/styles/tokens.css']))
  })

  it('All colours, sizes and breakpoints come from the tokens', () => {
    expect([...components, ...sheets].flatMap((path) => brokenCssRules(path, read(path)))).toEqual([])
  })

  it('Components have few arbitrary values, and their number may only fall', () => {
    const found = components.flatMap((path) => arbitraryValues(path, read(path)))
    expect(found.length).toBeGreaterThan(0)
    expect(
      found.length,
      `at most ${MOST_ARBITRARY_VALUES} arbitrary values; they may only become fewer`,
    ).toBeLessThanOrEqual(MOST_ARBITRARY_VALUES)
  })

  it('One list imports all style sheets, so that there is one style sheet in one order', () => {
    const list = read('web/styles/index.css')
    const imported = [...list.matchAll(/^@import "(\.[^"]+)";$/gm)].map(([, path = '']) =>
      posix.join('web/styles', path),
    )
    expect(imported.toSorted()).toEqual(
      sheets.filter((path) => !['web/styles/index.css', 'web/gallery/gallery.css'].includes(path)).toSorted(),
    )
  })

  it.each([
    ['web/ui/button.tsx', '<p className="text-[#f4e6d6]" />', 'has a colour that is no token: #f4e6d6'],
    ['web/ui/button.tsx', '<path fill="#8C1430" />', 'has a colour that is no token: #8C1430'],
    ['web/ui/button.tsx', '<path fill="white" />', 'has a colour that is no token: fill="white"'],
    ['web/ui/button.tsx', '<p className="md:bg-black/50" />', 'has a colour that is no token: bg-black/50'],
    ['web/ui/button.tsx', "style={{ color: 'oklch(0.7 0.1 30)' }}", 'has a colour that is no token: oklch(0.7 0.1 30)'],
    ['web/gallery/gallery.tsx', "style={{ color: 'rgb(1 2 3)' }}", 'has a colour that is no token: rgb(1 2 3)'],
    ['web/ui/pictures/arch.css', '.arch { color: #fff }', 'has a colour that is no token: #fff'],
    [
      'web/ui/pictures/arch.css',
      '.arch { background: rgb(20 6 10 / 0.5) }',
      'has a colour that is no token: rgb(20 6 10 / 0.5)',
    ],
    ['web/ui/pictures/arch.css', '.arch { border: 1px solid black }', 'has a colour that is no token'],
    ['web/styles/narrow.css', '[class*="nowrap"] { white-space: normal }', 'selects by a part of a class name'],
    ['web/ui/button.tsx', '<p className="px-[18px]" />', 'has a value that is in no scale, see tokens.css: px-[18px]'],
    ['web/ui/button.tsx', '<p className="md:text-[0.9375rem]" />', 'has a value that is in no scale'],
    ['web/ui/button.tsx', "cx('leading-[1.4]', className)", 'has a value that is in no scale'],
    ['web/ui/button.tsx', '<p className="-left-[9px]!" />', 'has a value that is in no scale'],
    ['web/ui/button.tsx', '<p className="md:max-[859px]:hidden" />', 'has a value that is in no scale'],
    ['web/ui/button.tsx', '<p className="group-last:text-ink" />', 'restyles long lists whole with group-last'],
  ])('A CSS rule forbids in %s: %s', (path, text, expected) => {
    expect(brokenCssRules(path, text)).toContainEqual(expect.stringContaining(`${path} ${expected}`))
  })

  it.each([
    ['web/ui/button.tsx', 'import { paths } from \'#contract/paths.ts\'; <a href="#faq" />'],
    ['web/ui/button.tsx', '<path fill="none" stroke="currentColor" className="fill-gilt text-ivory/45" />'],
    ['web/ui/button.tsx', '<p className="px-4.5 text-label leading-ui max-phone-sm:hidden narrow:block" />'],
    [
      'web/ui/button.tsx',
      '<p className="lg:grid-cols-[320px_minmax(0,1fr)] pb-[max(12px,env(safe-area-inset-bottom,0px))]" />',
    ],
    ['web/ui/button.tsx', '<p className="max-w-[68ch] w-[12%] min-h-[60dvh] transition-[opacity,visibility]" />'],
    [
      'web/ui/button.tsx',
      '<p className="aria-[current=page]:bg-sunken max-md:has-[[data-tab-bar]]:hidden [--a:.8]" />',
    ],
    ['web/gallery/gallery.tsx', '<p className="text-[108px]" />'],
    ['web/styles/tokens.css', ':root { --color-paper: #faf5ec }'],
    [
      'web/ui/pictures/arch.css',
      '/* Darker than black. */ .arch { background: rgb(var(--shade-story) / 0.8); white-space: normal }',
    ],
    ['web/ui/pictures/arch.css', '.arch { mask: linear-gradient(#000 0 0) left; color: var(--color-ink) }'],
  ])('The CSS rules allow in %s: %s', (path, text) => {
    expect(brokenCssRules(path, text)).toEqual([])
  })
})
