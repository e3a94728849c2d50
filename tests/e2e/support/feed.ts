import type { Locator, Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import { newId } from '#server/store/ids.ts'
import type { Product } from './product.ts'
import { withDatabase } from './subscriptions.ts'

/** The feed of the home page, in English. */

/** The posts of one author. The tests of one worker share a database, so the feed may contain other posts. */
export function postsBy(page: Page, { username }: { username: string }): Locator {
  return page.getByRole('feed').getByRole('article', { name: username, exact: true })
}

export function likeButton(post: Locator): Locator {
  return post.getByRole('button', { name: /^Like, / })
}

/** The requests for pages of the feed. */
export const LISTS = /\/api\/posts(\?|$)/

/** Delays the matching requests of the page until `release` is called. */
export async function hold(page: Page, url: string | RegExp): Promise<{ release: () => Promise<void> }> {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(url, async (route) => {
    await opened
    await route.fallback()
  })
  return { release: async () => open() }
}

/** Changes every post in the responses of the server. */
export async function changeListedPosts(page: Page, change: (post: Post) => Post): Promise<void> {
  await page.route(LISTS, async (route) => {
    const response = await route.fetch()
    const posts: Post[] = await response.json()
    await route.fulfill({ response, json: posts.map(change) })
  })
}

/** Inserts newer posts "Post 1", "Post 2" … that share one picture, because rendering many pictures is slow. */
export async function repeatPost(product: Product, { id }: Pick<Post, 'id'>, times: number): Promise<void> {
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

/** The URL of the bytes of a picture. */
export function bytesOf({ file }: Pick<Post, 'file'>): RegExp {
  return new RegExp(`/api${file}`)
}
