import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { titled } from '#tests/e2e/support/navigation.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { ownWord } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const PATH = '/api/creators'

const field = (page: Page) => page.getByRole('textbox', { name: 'Name, or a word of what they do' })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')

test('A member finds a creator with the keyboard alone', async ({ page, people, expectRefusal }) => {
  test.slow()
  const word = ownWord()
  const star = await people.creator({ username: `${word}-star`, bio: 'Velvet, brass and late rehearsals' })
  await people.creator({ username: `${word}-two` })
  const fan = await people.member()
  await people.subscribe(fan, star)
  await people.post(star, { seed: 71 })
  await people.signedIn(page, fan)

  await test.step('The / key opens the search, with the focus in the field and those who were active last below', async () => {
    await page.goto('/subscriptions')
    await expect(page.getByRole('link', { name: 'Find creators' })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page).toHaveURL('/find')
    await expect(page).toHaveTitle(titled('Find creators'))
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'Active lately' })).toBeVisible()
    await expect(rows(page).filter({ hasText: star.username })).toContainText('SUBSCRIBED')
  })

  await test.step('The results of a search are announced as a count, and the search is in the URL and the title', async () => {
    await page.keyboard.type(word.toUpperCase())
    await expect(page.getByRole('main').getByRole('status')).toHaveText('2 creators')
    await expect(rows(page)).toHaveText([/-star.*SUBSCRIBED.*Velvet, brass/, /-two/])
    await expect(page).toHaveURL(`/find?search=${word.toUpperCase()}`)
    await expect(page).toHaveTitle(titled(`${word.toUpperCase()} · Find creators`))
  })

  await test.step('The arrows go through the rows and back to the field, and Escape leads there too', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue(word.toUpperCase())
  })

  await test.step('Enter opens a result, and Back restores the search', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/${word}-two`)
    await expect(page.getByRole('heading', { level: 1, name: `${word}-two` })).toBeVisible()
    await page.goBack()
    await expect(field(page)).toHaveValue(word.toUpperCase())
    await expect(rows(page)).toHaveCount(2)
  })

  await test.step('Enter in the field opens the first result', async () => {
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/${star.username}`)
    await expect(page.getByRole('heading', { level: 1, name: star.username })).toBeVisible()
    await page.goBack()
    await expect(rows(page)).toHaveCount(2)
  })

  await test.step('A search without results says so', async () => {
    // Names have Latin letters only, so no random one is like it.
    await field(page).fill('ψψψψψψ')
    await expect(page.getByRole('heading', { name: 'Nobody goes by that' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('0 creators')
  })

  await test.step('A search that fails says so, and can be asked for again', async () => {
    await page.route(`**${PATH}?*`, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
    expectRefusal(403, PATH)
    await field(page).fill(`${word}-t`)
    await expect(page.getByRole('heading', { name: 'The search failed. Please try again.' })).toBeVisible()
    await page.unroute(`**${PATH}?*`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page).first()).toContainText(`${word}-two`)
  })

  await test.step('Escape empties the field, and once more leads back to where one came from', async () => {
    await field(page).focus()
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveValue('')
    await expect(page).toHaveURL('/find')
    await expect(page.getByRole('heading', { name: 'Active lately' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/subscriptions')
  })

  await test.step('A member switches the / key off', async () => {
    await page.getByRole('link', { name: 'Find creators' }).click()
    await expect(field(page)).toBeFocused()
    await page.getByRole('checkbox', { name: 'The / key opens this page' }).uncheck()
    await page.goto('/subscriptions')
    await expect(page.getByRole('link', { name: 'Find creators' })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
    await expect(page).toHaveURL('/subscriptions')
  })
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('A member sees each creator in an arch, with the story ring, the newest public picture and the price', async ({
      page,
      people,
      authors,
    }) => {
      const star = await authors.author()
      const open = await people.post(star, { seed: 72 })
      const kept = await people.post(star, { seed: 73, isProtected: true })
      const story = await authors.publish(star)
      const fan = await people.member()
      await people.signedIn(page, fan)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(`/find?search=${star.username}`)
      const box = rows(page).filter({ hasText: star.username })
      await expect(box.locator('.arch > img')).toHaveAttribute('src', `/api${open.file}?w=480`)
      await expect(box.locator('.arch > img')).toHaveJSProperty('complete', true)
      await expect(box.locator('[data-ring]')).toHaveAttribute('data-ring', 'new')

      await forEachView(page, round, async (view) => {
        await expect(box).toHaveAccessibleName(
          view.language === 'en' ? /New story From €7\.99/ : /Nouvelle story Dès 7,99\s€/,
        )
        await expectToFit(page, view)
        await axe(page)
      })
      expect(asked).not.toContain(`/api${kept.file ?? `/posts/${kept.id}`}`)
      expect(asked.filter((path) => path.startsWith('/api/media/'))).toContain(`/api${open.file}`)

      await test.step('A ring that was seen is drawn as such, and without stories and posts there is the portrait alone', async () => {
        await authors.markSeen(fan, story)
        await page.reload()
        await expect(box.locator('[data-ring]')).toHaveAttribute('data-ring', 'seen')
        const quiet = await people.creator({ username: ownWord() })
        await page.goto(`/find?search=${quiet.username}`)
        const other = rows(page).filter({ hasText: quiet.username })
        await expect(other.locator('[data-ring]')).toHaveAttribute('data-ring', 'none')
        await expect(other.locator('img')).toHaveCount(1)
        await expect(other.locator('.arch > img')).toBeVisible()
      })
    })
  })
}

test.describe('In a low window', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true })

  test('In a low window, a member finds creators side by side, and moves between them with arrow keys', {
    tag: '@long',
  }, async ({ page, people }) => {
    const word = ownWord()
    for (const name of ['a', 'b', 'c', 'd']) await people.creator({ username: `${word}-${name}` })
    await people.signedIn(page, await people.member())
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(`**${PATH}?search=${word}*`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/find?search=${word}`)
    await expect(page.getByText('Loading', { exact: true })).toBeAttached()
    await expect(page.getByRole('main').locator('.skeleton.arch')).toHaveCount(4)
    letGo()
    await expect(rows(page)).toHaveCount(4)
    await expectNoSidewaysScroll(page)
    await field(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(3)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(field(page)).toBeFocused()
  })
})

test.describe('On a phone, in French and in the dark', () => {
  test.use({ viewport: { width: 320, height: 700 }, colorScheme: 'dark', locale: 'fr-FR', hasTouch: true })

  test('On a phone, the search opens from the header, shows skeletons, and fits the window; in French', {
    tag: '@long',
  }, async ({ page, people }) => {
    const word = ownWord()
    const star = await people.creator({ username: `${word}-etoile`, bio: 'Élégance, lumière et cœurs. '.repeat(9) })
    const fan = await people.member()
    await people.subscribe(fan, star)
    await people.signedIn(page, fan)
    await page.goto('/subscriptions')
    await page.getByRole('banner').getByRole('link', { name: 'Trouver des créateurs' }).click()
    const typed = page.getByRole('textbox', { name: 'Nom, ou un mot de leur présentation' })
    await expect(typed).toBeFocused()

    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(`**${PATH}?search=${word}*`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/find?search=${word}`)
    await expect(page.getByText('Chargement', { exact: true })).toBeAttached()
    letGo()
    await expect(rows(page)).toHaveText([/ABONNÉ.*Élégance/])
    await expect(page.getByRole('main').getByRole('status')).toHaveText('1 créateur')
    await expectNoSidewaysScroll(page)
    await axe(page)
    await rows(page).tap()
    await expect(page).toHaveURL(`/${star.username}`)
  })
})
