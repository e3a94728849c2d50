import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { pair } from '#tests/e2e/support/thread.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

async function chooseFromMenu(page: Page, menu: string, entry: string): Promise<void> {
  await button(page, menu).click()
  await page.getByRole('menu').getByRole('menuitem', { name: entry }).click()
}

function blockDialog(page: Page, username: string) {
  return page.getByRole('dialog', { name: `Block ${username}?` })
}

test.describe('Blocks', () => {
  test('A creator blocks a fan in their conversation, and both are back when the block ends', async ({
    page,
    people,
    product,
    openOtherBrowser,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    const fans_page = await openOtherBrowser()
    await people.signedIn(page, amy)
    await people.signedIn(fans_page, bob)
    await page.goto(talk.path)

    await test.step('The dialog says what a block does, and its focus starts on Cancel', async () => {
      await chooseFromMenu(page, `More about ${bob.username}`, 'Block…')
      const dialog = blockDialog(page, bob.username)
      await expect(dialog).toContainText('Nothing tells them.')
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await axe(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: 'Your message' })).toBeVisible()
    })

    await test.step('After the block the creator reads that they blocked, and can end it', async () => {
      await chooseFromMenu(page, `More about ${bob.username}`, 'Block…')
      await blockDialog(page, bob.username).getByRole('button', { name: 'Block', exact: true }).click()
      await expect(page.getByRole('heading', { name: `You blocked ${bob.username}` })).toBeVisible()
      await expect(toast(page, `${bob.username} is blocked`)).toBeVisible()
      await expect(page.getByPlaceholder('Type your message...')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'React' })).toHaveCount(0)
      await axe(page)
    })

    await test.step('The fan finds a member without a name, and nothing says why', async () => {
      await fans_page.goto(talk.path)
      await expect(fans_page.getByRole('heading', { level: 1, name: 'Member', exact: true })).toBeVisible()
      await expect(fans_page.getByRole('heading', { name: 'You cannot write to this member' })).toBeVisible()
      await expect(fans_page.getByText('What was written stays here.')).toBeVisible()
      await expect(fans_page.getByRole('main')).not.toContainText(amy.username)
    })

    await test.step('The settings list the fan, and Unblock opens the conversation again', async () => {
      await page.goto('/settings')
      await page.getByRole('link', { name: 'Safety' }).click()
      await expect(page).toHaveURL('/settings/safety')
      const list = page.getByRole('list', { name: 'Blocked' })
      await expect(list).toContainText(bob.username)
      await list.getByRole('button', { name: `Unblock ${bob.username}` }).click()
      await expect(list).toContainText('You block nobody.')
      await expect(list).toBeFocused()
      await page.goto(talk.path)
      await expect(page.getByRole('textbox', { name: 'Your message' })).toBeVisible()
      await fans_page.reload()
      await expect(fans_page.getByRole('heading', { level: 1, name: amy.username })).toBeVisible()
    })
  })

  test('A fan blocks a creator on their page and leaves it, and an open page on another device follows', async ({
    page,
    people,
    openOtherBrowser,
    expectRefusal,
  }) => {
    const amy = await people.creator()
    const bob = await people.member()
    const post = await people.post(amy, { description: 'Seen until the block' })
    const other_device = await openOtherBrowser()
    await people.signedIn(page, bob)
    await people.signedIn(other_device, bob)
    await other_device.goto('/')
    await expect(other_device.getByText(post.description)).toBeVisible()
    await page.goto(`/${amy.username}`)
    await chooseFromMenu(page, `More about ${amy.username}`, 'Block…')
    expectRefusal(404)
    await blockDialog(page, amy.username).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText(post.description)).toHaveCount(0)
    await expect(other_device.getByText(post.description)).toHaveCount(0)
    await people.call(bob, 'DELETE', `/blocks/${amy.username}`)
    await expect(other_device.getByText(post.description)).toBeVisible()
  })

  test('A muted creator leaves the feed, stays reachable, and can be unmuted on their page', async ({
    page,
    people,
  }) => {
    const amy = await people.creator()
    const bob = await people.member()
    const post = await people.post(amy, { description: 'A loud post' })
    await people.signedIn(page, bob)
    await page.goto('/')
    const card = page.getByRole('article', { name: amy.username })
    await card.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: `Mute ${amy.username}` }).click()
    await expect(toast(page, `${amy.username} is muted`)).toBeVisible()
    await expect(page.getByText(post.description)).toHaveCount(0)
    await page.goto(`/${amy.username}`)
    await chooseFromMenu(page, `More about ${amy.username}`, `Unmute ${amy.username}`)
    await expect(toast(page, `${amy.username} is no longer muted`)).toBeVisible()
    await page.goto('/')
    await expect(page.getByText(post.description)).toBeVisible()
  })
})

const WORDS = {
  en: { blocked: 'Blocked', muted: 'Muted', unblock: 'Unblock' },
  fr: { blocked: 'Bloqués', muted: 'En sourdine', unblock: 'Débloquer' },
}

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The safety page of the settings fits the window and passes axe', async ({ page, people }) => {
      const [amy, lou, bob] = [await people.creator(), await people.creator(), await people.member()]
      await people.call(bob, 'POST', '/blocks', { username: amy.username })
      await people.call(bob, 'POST', '/mutes', { username: lou.username })
      await people.signedIn(page, bob)
      await page.goto('/settings/safety')
      await forEachView(page, round, async (view) => {
        const words = WORDS[view.language]
        await expect(page.getByRole('list', { name: words.blocked })).toContainText(amy.username)
        await expect(page.getByRole('list', { name: words.muted })).toContainText(lou.username)
        await expect(page.getByRole('button', { name: `${words.unblock} ${amy.username}` })).toBeVisible()
        await expectToFit(page, view)
        await axe(page)
      })
    })
  })
}
