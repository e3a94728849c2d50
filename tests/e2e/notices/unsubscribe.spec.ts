import type { Page } from '@playwright/test'
import type { NoticeTopic } from '#contract/notice-topics.ts'
import { notices } from '#contract/notices.ts'
import type { Db } from '#server/db/connect.ts'
import { leaveToken } from '#server/features/notices/unsubscribe.ts'
import { findSigningSecret } from '#server/store/secrets.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import type { People } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const LEAVE = `/api${notices.leave_notice_mails.path}`
const RETURN = `/api${notices.return_notice_mails.path}`

const WORDS = {
  en: { action: 'No more of these mails', topic: 'Messages', done: 'You get no more of these mails', undo: 'Undo' },
  fr: {
    action: 'Plus de ces e-mails',
    topic: 'Les messages',
    done: 'Vous ne recevrez plus ces e-mails',
    undo: 'Annuler',
  },
}
const RETURNED = { en: 'These mails come again', fr: 'Ces e-mails reviennent' }

function heading(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 1 })
}

/** Somebody, with the link of a mail about these topics. */
async function linkFor(people: People, db: Db, ...topics: NoticeTopic[]) {
  const { email } = await people.signUp()
  const [user] = await db<{ id: string }[]>`select id from users where email = ${email}`
  const id = user?.id ?? ''
  const secret = await findSigningSecret(db, { secret_key: undefined })
  const choices = async () =>
    (await db<{ choices: unknown }[]>`select choices from notification_settings where user_id = ${id}`)[0]?.choices
  return { link: `/unsubscribe?token=${leaveToken(secret, id, topics)}`, choices }
}

test('An invalid unsubscribe link shows an error with a next step, and a failure can be retried', async ({
  page,
  people,
  db,
  expectRefusal,
}) => {
  await test.step('A link that was cut off says so, and leads to the contact page', async () => {
    await page.goto('/unsubscribe?token=made-up')
    expectRefusal(404, LEAVE)
    await button(page, WORDS.en.action).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('The mails could not be switched off.')
    await expect(alert.getByRole('link')).toHaveAttribute('href', '/contact-us')
  })

  await test.step('A server that stumbles is asked again with the same button', async () => {
    const { link } = await linkFor(people, db, 'ticket')
    await page.goto(link)
    await page.route(`**${LEAVE}**`, (route) =>
      route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
    )
    expectRefusal(503, LEAVE)
    await button(page, WORDS.en.action).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Loge cannot answer for the moment.')
    await page.unroute(`**${LEAVE}**`)
    await button(page, WORDS.en.action).click()
    await expect(heading(page)).toHaveText(WORDS.en.done)
  })
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('A visitor ends the mails about a topic with one press, and takes it back', async ({ page, people, db }) => {
      const { link, choices } = await linkFor(people, db, 'message', 'payout')
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
      })
      const answer = await page.goto(link)
      expect(answer?.headers()['x-robots-tag']).toBe('noindex')
      await forEachView(page, round, async (view) => {
        await expect(button(page, WORDS[view.language].action)).toBeVisible()
        await expect(page.getByRole('main').getByRole('listitem').first()).toHaveText(WORDS[view.language].topic)
        await axe(page)
        await expectToFit(page, view)
      })
      const language = round.views.at(-1)?.language ?? 'en'
      // A mail scanner that opens the link has ended nothing.
      expect(calls).toEqual([])
      expect(await choices()).toBeUndefined()
      await button(page, WORDS[language].action).evaluate((action: HTMLButtonElement) => {
        action.click()
        action.click()
      })
      await expect(heading(page)).toHaveText(WORDS[language].done)
      await expect(page.locator(':focus')).toContainText(WORDS[language].done)
      expect(await choices()).toEqual({ message: { mail: false }, payout: { mail: false } })
      await forEachView(page, round, async (view) => {
        await axe(page)
        await expectToFit(page, view)
      })
      await button(page, WORDS[language].undo).focus()
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText(RETURNED[language])
      await expect(page.locator(':focus')).toContainText(RETURNED[language])
      await axe(page)
      expect(await choices()).toEqual({ message: { mail: true }, payout: { mail: true } })
      expect(calls).toEqual([LEAVE, RETURN])
    })
  })
}
