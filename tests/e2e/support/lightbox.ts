import { expect, type Locator, type Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import type { People, Person } from './people.ts'

/** The lightbox with a post, in English. */
export function lightbox(page: Page): Locator {
  return page.getByRole('dialog', { name: /^Post by / })
}

/** The link that opens a post, in the feed or in the grid of a profile. */
export function pictureLink(page: Page, { id }: Pick<Post, 'id'>): Locator {
  return page.locator(`main a[href*="post=${id}"]`)
}

/** The lightbox and the URL show this post, with this text in the counter. */
export async function expectShown(page: Page, post: Post, counter: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.searchParams.get('post') === post.id)
  await expect(lightbox(page).getByText(counter, { exact: true })).toBeVisible()
  await expect(lightbox(page).getByText(post.description, { exact: true })).toBeVisible()
}

export async function expectClosed(page: Page): Promise<void> {
  await expect(page).toHaveURL((url) => !url.searchParams.has('post'))
  await expect(lightbox(page)).toBeHidden()
}

/** Publishes posts, and returns them as the grid lists them: the newest first. */
export async function publish(people: People, creator: Person, descriptions: readonly string[]): Promise<Post[]> {
  const published: Post[] = []
  for (const [index, description] of descriptions.entries()) {
    published.unshift(await people.post(creator, { description, seed: index + 1 }))
  }
  return published
}

/** Swipes with one finger, in several steps like a real one. */
export async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (let step = 1; step <= 5; step += 1) {
    const part = step / 5
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  }
  await touch('touchEnd', [])
  await session.detach()
}

export interface Visit {
  amy: Person
  /** The newest first, as the page lists them. */
  posts: Post[]
}

/** A creator who has published posts with these descriptions, and a signed-in member. */
export async function visit(page: Page, people: People, descriptions: readonly string[]): Promise<Visit> {
  const amy = await people.creator()
  const posts = await publish(people, amy, descriptions)
  await people.signedIn(page, await people.member())
  return { amy, posts }
}

export function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`There is no number ${index}`)
  return item
}

export const nextArrow = (page: Page) => page.getByRole('button', { name: 'Next post' })
export const previousArrow = (page: Page) => page.getByRole('button', { name: 'Previous post' })
