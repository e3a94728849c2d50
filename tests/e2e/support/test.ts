import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import { connect, type Db } from '#server/db/connect.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { ConsoleWatch } from './console-watch.ts'
import { Outbox } from './outbox.ts'
import { People } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { withoutFades } from './still.ts'
import { Storytellers } from './storytellers.ts'

export { expect } from '@playwright/test'

interface TestFixtures {
  /** Automatic: a page that prints, throws or breaks its content security policy fails the test. */
  watchConsole: ConsoleWatch
  /** Declares, before it is provoked, that the server will refuse with this status (at this path); then it must. */
  expectRefusal: ConsoleWatch['expectRefusal']
  /** The same for any other line the browser prints of its own, when the network is cut for example. */
  expectLine: ConsoleWatch['expectLine']
  /** A page in a second browser that shares nothing with the first: another person, or the same one on another device. */
  openElsewhere: (options?: BrowserContextOptions) => Promise<Page>
  /** Automatic: what the product printed while a failed test ran is kept, and what its pages showed at the end. */
  keepTraces: undefined
  people: People
  tellers: Storytellers
  outbox: Outbox
}

interface WorkerFixtures {
  /** One product for each worker, on a database of its own. */
  product: Product
  /** The same database, for what nobody does in front of the page. */
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
    // The tests before this one have published, and everything that opens over a long list costs as much again.
    await db`delete from posts`
    await use(new People(product, db))
  },

  tellers: async ({ people, browser, watchConsole }, use, testInfo) => {
    const tellers = new Storytellers(people)
    await use(tellers)
    // A page that is still open would ask for what is taken down.
    if (testInfo.status === testInfo.expectedStatus) {
      await watchConsole.settle()
      await Promise.all(browser.contexts().flatMap((context) => context.pages().map((page) => page.close())))
    }
    await tellers.clear()
  },

  outbox: async ({ product }, use) => use(new Outbox(join(product.data_dir, 'outbox'))),

  watchConsole: [
    async ({ context }, use) => {
      const watch = new ConsoleWatch()
      await watch.watch(context)
      if (!isLongForm) await withoutFades(context)
      await use(watch)
      await watch.settle()
    },
    { auto: true },
  ],

  expectRefusal: async ({ watchConsole }, use) => use((status, path) => watchConsole.expectRefusal(status, path)),

  expectLine: async ({ watchConsole }, use) => use((pattern) => watchConsole.expectLine(pattern)),

  openElsewhere: async ({ browser, contextOptions, baseURL, watchConsole }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL ? { baseURL } : {}), ...options })
      contexts.push(context)
      await watchConsole.watch(context)
      if (!isLongForm) await withoutFades(context)
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
        // One that hangs is why the test failed, and would not hold still for a picture.
        await page.screenshot({ path: testInfo.outputPath(`page-${index + 1}.png`), timeout: 10_000 }).catch(() => {})
      }
    },
    { auto: true },
  ],
})
