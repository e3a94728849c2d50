import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

/** Accepts every alert of the page. */
function acceptAlerts(page: Page): void {
  page.on('dialog', (dialog) => void dialog.accept())
}

test.describe('The waiting list of a creator', () => {
  test('After the alert a fan asks to be told, with the keyboard, takes it back, and the creator sees a number', async ({
    page,
    people,
    openOtherBrowser,
  }) => {
    const [amy, fan] = [await people.creator(), await people.member()]
    await people.signedIn(page, fan)
    acceptAlerts(page)
    await page.goto(`/${amy.username}`)
    await expect(button(page, 'Subscribe')).toBeVisible()
    await expect(page.getByText('This box is not open yet')).toHaveCount(0)
    await button(page, 'Subscribe').click()
    await expect(page.getByText('One notice on the day it opens, nothing else.')).toBeVisible()
    await axe(page)
    await button(page, 'Tell me when it opens').press('Enter')
    await expect(page.getByText('We will tell you')).toBeVisible()
    await expect(page.getByText(`By notice and by mail, when ${amy.username}’s box opens.`)).toBeVisible()
    await expect(button(page, 'Undo')).toBeFocused()
    await axe(page)
    await page.reload()
    await expect(page.getByText('We will tell you')).toBeVisible()

    const stage = await openOtherBrowser()
    await people.signedIn(stage, amy)
    await stage.goto('/revenues')
    await expect(stage.getByRole('region', { name: 'Before the doors' })).toContainText(
      '1person asked to be told when your box opensOne of them this week. You see how many, never who.',
    )
    await expect(stage.getByRole('main')).not.toContainText(fan.username)
    await axe(stage)

    await button(page, 'Undo').press('Enter')
    await expect(button(page, 'Tell me when it opens')).toBeFocused()
    await stage.reload()
    await expect(stage.getByRole('region', { name: 'Before the doors' })).toContainText('0people asked')
  })

  for (const round of roundsFrom(390)) {
    test.describe(round.name, () => {
      test.use(round.use)

      test('The card below Subscribe fits the window and passes axe', async ({ page, people }) => {
        const amy = await people.creator({ bio: 'Second cello, first coffee.' })
        await people.signedIn(page, await people.signUp())
        acceptAlerts(page)
        await page.goto(`/${amy.username}`)
        await page.getByRole('button', { name: /^(Subscribe|S’abonner)$/ }).click()
        const ask = page.getByRole('button', { name: /^(Tell me when it opens|Me prévenir à l’ouverture)$/ })
        await forEachView(page, round, async (view) => {
          await expect(ask).toBeVisible()
          await expectToFit(page, view)
          await axe(page)
        })
        await ask.click()
        await expect(page.getByRole('button', { name: /^(Undo|Annuler)$/ })).toBeVisible()
        await axe(page)
      })
    })
  }
})
