import type { Locator, Page, Route } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import { newId } from '#server/store/ids.ts'
import type { Product } from './product.ts'
import { withDatabase } from './subscriptions.ts'

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

/** So many newer posts with the same picture, "Post 1" and on: each of its own would have to be drawn. */
export async function repeat(product: Product, { id }: Pick<Post, 'id'>, times: number): Promise<void> {
  await withDatabase(product, async (db) => {
    for (let number = 1; number <= times; number += 1) {
      const at = new Date(Date.now() + number)
      await db`
        with copy as (
          insert into media (id, owner_id, store_key, content_type, files, created_at)
          select ${newId(at)}, owner_id, store_key, content_type, files, ${at}
          from media where id = (select media_id from posts where id = ${id})
          returning id
        )
        insert into posts (id, profile_id, media_id, description, protected, created_at)
        select ${newId(at)}, profile_id, copy.id, ${`Post ${number}`}, protected, ${at} from posts, copy where posts.id = ${id}`
    }
  })
}

/** Where the bytes of a picture are asked for. */
export function bytesOf({ file }: Pick<Post, 'file'>): RegExp {
  return new RegExp(`/api${file}`)
}
