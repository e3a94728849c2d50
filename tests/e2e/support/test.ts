import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import { connect, type Db } from '#server/db/connect.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import { ConsoleWatch } from './console-watch.ts'
import { keepIntercepting } from './interception.ts'
import { Outbox } from './outbox.ts'
import { People } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { StoryAuthors } from './story-authors.ts'
import { withoutTransitions } from './transitions.ts'

export { expect } from '@playwright/test'

interface TestFixtures {
  /** Automatic: a page that prints, throws or violates its content security policy fails the test. */
  watchConsole: ConsoleWatch
  /** Declares beforehand that the server will respond with this error status (at this path). Then it must. */
  expectRefusal: ConsoleWatch['expectRefusal']
  /** Declares any other console line of the browser, for example of a lost connection. */
  expectLine: ConsoleWatch['expectLine']
  /** A page in a second browser context that shares nothing with the first: another person, or another device. */
  openOtherBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /** Automatic: after a failure, keeps the log of the product and screenshots of the pages. */
  keepTraces: undefined
  people: People
  authors: StoryAuthors
  outbox: Outbox
}

interface WorkerFixtures {
  /** One product for each worker, on a database of its own. */
  product: Product
  /** The product's database, for what cannot be done on a page. */
  db: Db
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      const product = await startProduct({ DATABASE_URL: database.url, CONTACT_EMAIL: 'house@loge.test' })
      await use(product)
      await product.stop()
      await database.drop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  db: [
    async ({ product }, use) => {
      const db = connect(product.env.DATABASE_URL ?? '', { max: 2 })
      await use(db)
      await db.end()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  people: async ({ product, db }, use) => {
    // Earlier tests have published posts, and a long feed makes every page slow.
    await db`delete from posts`
    await use(new People(product, db))
  },

  authors: async ({ people, browser, watchConsole }, use, testInfo) => {
    const authors = new StoryAuthors(people)
    await use(authors)
    // A page that is still open would request the deleted stories.
    if (testInfo.status === testInfo.expectedStatus) {
      await watchConsole.settle()
      await Promise.all(browser.contexts().flatMap((context) => context.pages().map((page) => page.close())))
    }
    await authors.clear()
  },

  outbox: async ({ product }, use) => use(new Outbox(join(product.data_dir, 'outbox'))),

  watchConsole: [
    async ({ context }, use) => {
      const watch = new ConsoleWatch()
      await watch.watch(context)
      keepIntercepting(context)
      if (!isLongForm) await withoutTransitions(context)
      await use(watch)
      await watch.settle()
    },
    { auto: true },
  ],

  expectRefusal: async ({ watchConsole }, use) => use((status, path) => watchConsole.expectRefusal(status, path)),

  expectLine: async ({ watchConsole }, use) => use((pattern) => watchConsole.expectLine(pattern)),

  openOtherBrowser: async ({ browser, contextOptions, baseURL, watchConsole }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL ? { baseURL } : {}), ...options })
      contexts.push(context)
      await watchConsole.watch(context)
      keepIntercepting(context)
      if (!isLongForm) await withoutTransitions(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },

  keepTraces: [
    async ({ product, context }, use, testInfo) => {
      product.takeLog()
      await use(undefined)
      const log = product.takeLog()
      if (testInfo.status === testInfo.expectedStatus) return
      if (log !== '') await writeFile(testInfo.outputPath('server.log'), log)
      for (const [index, page] of context.pages().entries()) {
        // A page that hangs cannot be captured.
        await page.screenshot({ path: testInfo.outputPath(`page-${index + 1}.png`), timeout: 10_000 }).catch(() => {})
      }
    },
    { auto: true },
  ],
})
