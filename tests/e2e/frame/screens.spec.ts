import type { Locator, Page } from '@playwright/test'
import { REPORT_REASONS } from '#contract/posts.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { showMoney } from '#tests/e2e/support/money.ts'
import { navigateAndWait } from '#tests/e2e/support/navigation.ts'
import { addNoticesOfEveryKind } from '#tests/e2e/support/notices.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { People, Person } from '#tests/e2e/support/people.ts'
import type { Product } from '#tests/e2e/support/product.ts'
import { endSubscription } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, type Round, roundsFrom } from '#tests/e2e/support/views.ts'
import { isLongForm } from '#tests/support/long-form.ts'

/** Checks every screen in one of two opposite combinations of theme, language and width, or in all of them (long form). */

/** The short form omits screens that their own tests check with data. */
const LOOKED_AT_ELSEWHERE = [
  '/signup',
  '/contact-us',
  '/',
  '/settings',
  '/conversations',
  '/conversations/received',
  '/find',
  '/revenues',
  '/admin/numbers',
  '/admin/audit',
  '/admin/roles',
  '/admin/contact',
  '/admin/newsletter',
  '/admin/health',
]
const isLookedAt = (path: string) => isLongForm || !LOOKED_AT_ELSEWHERE.includes(path)

const SIGN_IN = ['/login', '/signup', '/reset-password', '/confirm-reset-password'].filter(isLookedAt)
const OPEN = ['/discover', '/pricing', '/privacy-policy', '/terms-of-service', '/contact-us'].filter(isLookedAt)
/** No two pages with the same title in a row, because a page is recognised by its new title. The menu is checked at / before. */
const MEMBERS = [
  '/nobody-here',
  '/',
  '/subscriptions',
  '/conversations',
  '/find',
  '/conversations/01939d2a-0000-7000-8000-000000000000',
  '/notices',
].filter(isLookedAt)
const CREATORS = [
  '/settings',
  '/conversations/received',
  '/publish',
  '/publish/programme',
  '/revenues',
  '/admin/users',
  '/admin/reports',
  '/admin/numbers',
  '/admin/audit',
  '/admin/roles',
  '/admin/contact',
  '/admin/newsletter',
  '/admin/health',
].filter(isLookedAt)

/** A row of a list, or the title in place of an empty one. */
const rowOrTitle = (main: Locator) => [
  main
    .getByRole('listitem')
    .or(main.getByRole('heading', { level: 2 }))
    .first(),
]

/** Elements that must be loaded before a screen is checked, if they are loaded after the title. */
const COMES: Record<string, (main: Locator) => Locator[]> = {
  '/nobody-here': (main) => [main.getByText(/nobody-here\./)],
  '/subscriptions': (main) =>
    [/days left|jours restants/, /Expired|Expiré/].map((name) => main.getByRole('link', { name })),
  '/conversations/01939d2a-0000-7000-8000-000000000000': (main) => [
    main.getByRole('link', { name: /^(Go back|Revenir)$/ }),
  ],
  '/publish/programme': (main) => [main.getByRole('heading', { level: 2 }).last()],
  '/revenues': (main) => [main.locator('table').first()],
  '/admin/users': (main) => [main.getByRole('rowheader').first()],
  '/admin/reports': (main) => [main.getByRole('article').nth(1).getByRole('img')],
  '/admin/numbers': (main) => [main.locator('dl').first()],
  '/admin/roles': (main) => [main.getByRole('listitem').first()],
  '/admin/audit': rowOrTitle,
  '/admin/contact': rowOrTitle,
  '/admin/newsletter': rowOrTitle,
  '/admin/health': (main) => [main.getByRole('table')],
}

/** Checks a screen. The first one is loaded, the others are reached by client-side navigation. */
async function look(page: Page, path: string, round: Round, isFirst = false): Promise<void> {
  if (isFirst) await page.goto(path)
  else await navigateAndWait(page, path)
  await forEachView(page, round, async (view) => {
    await expect(page, path).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const part of COMES[path]?.(page.getByRole('main')) ?? []) await expect(part).toBeVisible()
    await expectToFit(page, view)
    await axe(page)
  })
}

/** A fan with an ongoing and a past subscription. */
async function ticketHolder(people: People, product: Product): Promise<Person> {
  const [fan, amy, ben] = await Promise.all([people.member(), people.creator(), people.creator()])
  for (const creator of [amy, ben]) await people.subscribe(fan, creator)
  await endSubscription(product, { fan_id: fan.id, profile_id: ben.id })
  return fan
}

/** Reports a public post twice and a protected one once. */
async function reportSomething(people: People): Promise<void> {
  const [amy, fan, other] = await Promise.all([people.creator(), people.member(), people.member()])
  const open = await people.post(amy, { description: 'A post that two people reported', seed: 51 })
  const kept = await people.post(amy, { description: 'A post for subscribers', isProtected: true, seed: 52 })
  for (const [reader, post] of [
    [fan, open],
    [other, open],
    [fan, kept],
  ] as const)
    await people.report(reader, post, REPORT_REASONS[1])
}

async function lookIntoMenu(page: Page, round: Round): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.locator(':focus')).toHaveCount(1)
  await forEachView(page, round, async () => {
    await expectNoSidewaysScroll(page)
    await axe(page)
  })
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
}

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)
    test.slow()

    test('The sign-in pages and their error messages fit the window and pass axe', async ({ page }) => {
      for (const path of SIGN_IN) {
        await test.step(path, async () => {
          await look(page, path, round, path === SIGN_IN[0])
          await page.getByRole('main').locator('button[type=submit]').click()
          await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
          await forEachView(page, round, () => axe(page))
        })
      }
    })

    test('The pages of members and their menu fit the window and pass axe', async ({
      page,
      people,
      product,
      expectRefusal,
    }) => {
      const member = await ticketHolder(people, product)
      await addNoticesOfEveryKind(product, member)
      await people.signedIn(page, member)
      await test.step('The menu of a member', async () => {
        await page.goto('/')
        await lookIntoMenu(page, round)
      })
      expectRefusal(404, '/api/profiles/nobody-here')
      expectRefusal(404, '/api/conversations/01939d2a-0000-7000-8000-000000000000')
      for (const path of MEMBERS) await test.step(path, () => look(page, path, round))
    })
  })
}

for (const round of roundsFrom(1440)) {
  test.describe(round.name, () => {
    test.use(round.use)
    test.slow()

    test('The public pages fit the window and pass axe', async ({ page }) => {
      for (const path of OPEN) await test.step(path, () => look(page, path, round, path === OPEN[0]))
    })

    test('The pages and the menu of a creator who is admin fit the window and pass axe', async ({ page, people }) => {
      const creator = await people.creator()
      await people.grant(creator.email, 'admin')
      await people.signedIn(page, creator)
      await showMoney(page)
      await reportSomething(people)
      const paths = isLongForm ? [`/${creator.username}`, ...CREATORS] : CREATORS
      for (const path of paths) await test.step(path, () => look(page, path, round, path === paths[0]))
      await test.step('The menu of a creator who is admin', () => lookIntoMenu(page, round))
    })
  })
}
