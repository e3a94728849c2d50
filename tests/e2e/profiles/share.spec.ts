import type { Page } from '@playwright/test'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { countToasts, toast } from '#tests/e2e/support/toasts.ts'

/** What the share dialog of the system does in these tests. */
type Dialog = 'shares' | 'is closed' | 'fails' | 'is missing'

/** A stand-in for the share dialog of the system, since a test cannot reach the real one. */
async function standIn(page: Page, dialog: Dialog): Promise<void> {
  await page.addInitScript((does) => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Reflect.deleteProperty(Navigator.prototype, 'share')
    if (does === 'is missing') return
    const share = async (data: unknown) => {
      shared.push(data)
      if (does === 'is closed') throw new DOMException('Share canceled', 'AbortError')
      if (does === 'fails') throw new DOMException('Permission denied', 'NotAllowedError')
    }
    Object.assign(navigator, { share })
  }, dialog)
}

/** What the dialog of the system was given. */
const shared = (page: Page) => page.evaluate(() => Reflect.get(window, 'shared'))

/** Opens a menu and chooses one of its entries. */
async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await button(page, menu).first().click()
  await page.getByRole('menu').getByRole('menuitem', { name: entry }).click()
}

async function allowClipboard(page: Page, origin: string): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  return () => page.evaluate(() => navigator.clipboard.readText())
}

test.describe('The link to a page', () => {
  test('A person who closes the share dialog of the system is told nothing, and nothing is copied', async ({
    page,
    people,
    product,
  }) => {
    const amy = await people.creator()
    const post = await people.post(amy)
    await people.signedIn(page, await people.signUp())
    const copied = await allowClipboard(page, product.url)
    await standIn(page, 'is closed')
    for (const [path, menu] of [
      [`/${amy.username}`, `More about ${amy.username}`],
      [`/${amy.username}?post=${post.id}`, 'More'],
    ] as const) {
      await page.goto(path)
      await page.evaluate(() => navigator.clipboard.writeText('what was copied before'))
      const toasts = await countToasts(page)
      await choose(page, menu, 'Share…')
      await expect.poll(async () => (await shared(page)).length).toBe(1)
      await expect(page.getByRole('menu')).toHaveCount(0)
      expect(await toasts()).toBe(0)
      expect(await copied()).toBe('what was copied before')
    }
  })

  test('Without a share dialog of the system, menus only offer to copy the link', async ({ page, people }) => {
    const amy = await people.creator()
    const post = await people.post(amy)
    await people.signedIn(page, await people.signUp())
    await standIn(page, 'is missing')
    for (const [path, menu] of [
      [`/${amy.username}`, `More about ${amy.username}`],
      [`/${amy.username}?post=${post.id}`, 'More'],
    ] as const) {
      await page.goto(path)
      await button(page, menu).first().click()
      const entries = page.getByRole('menu').getByRole('menuitem')
      await expect(entries.filter({ hasText: 'Copy link' })).toHaveCount(1)
      await expect(entries.filter({ hasText: 'Share' })).toHaveCount(0)
    }
  })

  test('Links to a profile and a post are copied from their menus', async ({ page, people, product }) => {
    const [amy, fan] = [await people.creator(), await people.signUp()]
    const post = await people.post(amy)
    await people.signedIn(page, fan)
    const copied = await allowClipboard(page, product.url)
    await page.goto(`/${amy.username}`)
    await choose(page, `More about ${amy.username}`, 'Copy link')
    await expect(toast(page, 'Link copied')).toBeVisible()
    expect(await copied()).toBe(`${product.url}/${amy.username}`)
    await page.goto(`/${amy.username}?post=${post.id}`)
    await choose(page, 'More', 'Copy link')
    await expect.poll(copied).toBe(`${product.url}/${amy.username}?post=${post.id}`)
  })

  test('The share dialog of the system gets the address and the title of a profile and of a post, from others and from their author', async ({
    page,
    people,
    product,
    openOtherBrowser,
  }) => {
    const [amy, fan] = [await people.creator(), await people.signUp()]
    const post = await people.post(amy)
    const toPost = { title: `Post by ${amy.username}`, url: `${product.url}/${amy.username}?post=${post.id}` }
    for (const [browser, person] of [
      [page, fan],
      [await openOtherBrowser(), amy],
    ] as const) {
      await people.signedIn(browser, person)
      await standIn(browser, 'shares')
      await browser.goto(`/${amy.username}`)
      await choose(browser, `More about ${amy.username}`, 'Share…')
      await expect.poll(() => shared(browser)).toEqual([{ title: amy.username, url: `${product.url}/${amy.username}` }])
      await browser.goto(`/${amy.username}?post=${post.id}`)
      await choose(browser, 'More', 'Share…')
      await expect.poll(() => shared(browser)).toEqual([toPost])
    }
    // The menu of a post in the feed leads to the same page.
    await page.goto('/')
    await choose(page, 'More', 'Share…')
    await expect.poll(() => shared(page)).toEqual([toPost])
  })

  test('Where the system cannot share, the link is copied instead', async ({ page, people, product }) => {
    const amy = await people.creator()
    await people.signedIn(page, await people.signUp())
    const copied = await allowClipboard(page, product.url)
    await standIn(page, 'fails')
    await page.goto(`/${amy.username}`)
    await choose(page, `More about ${amy.username}`, 'Share…')
    await expect(toast(page, 'Link copied')).toBeVisible()
    expect(await copied()).toBe(`${product.url}/${amy.username}`)
  })

  test('Where the browser refuses the clipboard, the link is shown to be copied by hand', async ({
    page,
    people,
    product,
  }) => {
    const amy = await people.creator()
    const post = await people.post(amy)
    await people.signedIn(page, amy)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(`${dialog.type()}: ${dialog.message()} ${dialog.defaultValue()}`)
      void dialog.dismiss()
    })
    await page.goto(`/${amy.username}`)
    await choose(page, `More about ${amy.username}`, 'Copy link')
    const ofPage = `prompt: Copy this link: ${product.url}/${amy.username}`
    await expect.poll(() => asked).toEqual([ofPage])
    // The menu of one's own post has the same entry.
    await page.goto(`/${amy.username}?post=${post.id}`)
    await choose(page, 'More', 'Copy link')
    await expect.poll(() => asked).toEqual([ofPage, `${ofPage}?post=${post.id}`])
  })
})
