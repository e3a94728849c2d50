import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { axe } from '#tests/e2e/support/axe.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING } from '#tests/e2e/support/landing.ts'
import { pretendToBe, signInAs } from '#tests/e2e/support/members.ts'
import { navigateAndWait } from '#tests/e2e/support/navigation.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** The public pages for members, and on a phone with a high resolution. */

/** The links of the page, by their texts. */
async function waysOn(page: Page): Promise<Record<string, string>> {
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']))
  return Object.fromEntries(links)
}

/** All links to sign up on the page. */
function signUps(page: Page) {
  return page.getByRole('link', { name: /sign up|s’inscrire/i })
}

test('A visitor is asked to sign up on the landing page and at the prices; a member is led on instead', async ({
  page,
  people,
}) => {
  await answerLanding(page, EMPTY_LANDING)

  await test.step('A visitor is asked to sign up', async () => {
    await visit(page, '/discover')
    expect(await waysOn(page)).toMatchObject({ 'Sign up': '/signup', 'Sign Up Now': '/signup' })
    await expect(signUps(page).filter({ visible: true })).toHaveCount(4)
    await navigateAndWait(page, '/pricing')
    expect(await waysOn(page)).toMatchObject({ 'Sign up as a fan': '/signup', 'Sign up as a creator': '/signup' })
  })

  await test.step('A member never sees a link to sign up, not even while the user is loading', async () => {
    await signInAs(page, people)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/user', async (route) => {
      await held
      await route.fallback()
    })
    for (const path of ['/discover', '/pricing']) {
      await visit(page, path)
      await expect(signUps(page).filter({ visible: true })).toHaveCount(0)
    }
    answer()
    await expect(button(page, 'Menu')).toBeVisible()
    await expect(signUps(page)).toHaveCount(0)
  })

  await test.step('A member finds links that fit each section', async () => {
    expect(await waysOn(page)).toMatchObject({ 'Find creators': '/find', 'Become a creator': '/settings#creator' })
    await navigateAndWait(page, '/discover')
    await expect(button(page, 'Menu')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Find creators' })).toHaveCount(3)
    expect(await waysOn(page)).toMatchObject({ 'Go to your feed': '/', 'Find creators': '/find' })
    await expect(signUps(page)).toHaveCount(0)
    await axe(page)
    await page.getByRole('main').getByRole('link', { name: 'Find creators' }).first().click()
    await expect(page).toHaveURL('/find')
  })

  await test.step('A creator is led to their own page', async () => {
    await pretendToBe(page, { username: 'amy', profile_id: '01939d2a-0000-7000-8000-000000000000' })
    await visit(page, '/pricing')
    await page.getByRole('link', { name: 'Go to your page' }).click()
    await expect(page).toHaveURL('/amy')
  })
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true })

  test('On a phone, a visitor sees the fringe of the curtain in the phone’s full resolution', { tag: '@long' }, async ({
    page,
  }) => {
    await answerLanding(page, EMPTY_LANDING)
    await visit(page, '/discover')
    const curtain = page.locator('#subscribe')
    await curtain.scrollIntoViewIfNeeded()
    await expect(curtain.locator('img')).toHaveJSProperty('complete', true)
    await page.evaluate(() => scrollTo(0, document.querySelector('footer')?.offsetTop ?? 0 - innerHeight / 2))
    const edge = topOfTheGold(
      await sharp(await curtain.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    // The phone has three device pixels per CSS pixel. An image in CSS resolution would have steps of three and more.
    expect(Math.max(...edge) - Math.min(...edge)).toBeGreaterThan(9)
    const steps = edge.slice(1).map((y, x) => Math.abs(y - (edge[x] ?? y)))
    expect(Math.max(...steps)).toBeLessThanOrEqual(2)
    await expectNoSidewaysScroll(page)
  })
})

/** The first row with gold in the lower part of a picture, for each column. */
function topOfTheGold({
  data,
  info: { width, height },
}: {
  data: Buffer
  info: { width: number; height: number }
}): number[] {
  const from = height - 210
  return Array.from({ length: width }, (_, x) => {
    for (let y = from; y < height; y += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 3)
      if (green > 75 && red > green && green > blue * 1.3) return y
    }
    return height
  })
}
