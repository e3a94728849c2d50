import { expect, type Locator, type Page } from '@playwright/test'
import type { People, Person } from './people.ts'
import type { Product } from './product.ts'
import { Talk } from './talk.ts'

export const log = (page: Page) => page.getByRole('log')
export const field = (page: Page) => page.getByPlaceholder('Type your message...')
export const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible()
export const said = (page: Page, words: string) => log(page).getByText(words, { exact: true })
export const item = (page: Page, words: string | RegExp): Locator =>
  log(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(words, { exact: true }) })

interface Pair {
  amy: Person
  bob: Person
  talk: Talk
}

/** A fan who subscribes to a creator and has written to her. */
export async function pair(product: Product, people: People): Promise<Pair> {
  const [amy, bob] = await Promise.all([people.creator(), people.member()])
  await people.subscribe(bob, amy)
  return { amy, bob, talk: await Talk.begin(product, bob, amy, 'Good evening') }
}

export async function openAs(page: Page, people: People, person: Person, talk: Talk): Promise<void> {
  await people.signedIn(page, person)
  await page.goto(talk.path)
  await expect(log(page)).toBeVisible()
  await connected(page)
}

export async function send(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeEnabled()
}
