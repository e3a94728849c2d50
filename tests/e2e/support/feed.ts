import type { Locator, Page, Route } from '@playwright/test'
import type { Post } from '#contract/posts.ts'

/** The feed of the home page, as it is seen in English. */

/** The posts of one author; the tests of one worker share its database, so others stand in the feed too. */
export function postsBy(page: Page, { username }: { username: string }): Locator {
  return page.getByRole('feed').getByRole('article', { name: username, exact: true })
}

export function likeButton(post: Locator): Locator {
  return post.getByRole('button', { name: /^Like, / })
}

/** The calls for pages of the feed. */
export const LISTS = /\/api\/posts(\?|$)/

/** Holds what the page asks for until the test lets it go on. */
export async function hold(page: Page, url: string | RegExp): Promise<{ release: () => Promise<void> }> {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const held = async (route: Route) => {
    await opened
    await route.fallback()
  }
  await page.route(url, held)
  return {
    release: async () => {
      await page.unroute(url, held)
      open()
    },
  }
}

/** Changes what the page is told of every post, and asks the server all the same. */
export async function retell(page: Page, change: (post: Post) => Post): Promise<void> {
  await page.route(LISTS, async (route) => {
    const response = await route.fetch()
    const posts: Post[] = await response.json()
    await route.fulfill({ response, json: posts.map(change) })
  })
}

/** Where the bytes of a picture are asked for. */
export function bytesOf({ file }: Pick<Post, 'file'>): RegExp {
  return new RegExp(`/api${file}`)
}
