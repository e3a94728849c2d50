import type { Page } from '@playwright/test'
import type { Statement } from '#contract/decisions.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { emailField, passwordField } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const TOKEN = `019ba4d2-0000-7000-8000-000000000000.${'abcdefgh'.repeat(4)}`
const PATH = `/decisions/${TOKEN}`
const CALL = `**/api/decisions/${TOKEN}`

const LETTERS = {
  en: {
    title: 'Why your story was removed and your account frozen',
    paragraphs: [
      { title: 'What we did.', text: 'We removed one story and froze your account, everywhere.' },
      { title: 'What happened.', text: 'The person shown never agreed to it.' },
      { title: 'On what ground.', text: 'Terms of Service, section 3.2 (Consent). A person decided this.' },
      { title: 'If you disagree.', text: 'Answer here within 6 months; somebody else will read it.' },
    ],
  },
  fr: {
    title: 'Pourquoi votre story a été retirée et votre compte gelé',
    paragraphs: [
      { title: 'Ce que nous avons fait.', text: 'Nous avons retiré une story et gelé votre compte, partout.' },
      { title: 'Ce qui s’est passé.', text: 'La personne montrée n’a jamais donné son accord.' },
    ],
  },
}

const STATEMENT: Statement = {
  number: '2026-0142',
  kind: 'story',
  decided_at: '2026-11-17T10:00:00.000Z',
  actions: ['remove', 'freeze'],
  scope: 'everywhere',
  until: null,
  facts: 'The person shown never agreed to it.',
  source: 'notice',
  automated_detection: false,
  automated_decision: false,
  ground: 'terms_consent',
  ground_kind: 'terms',
  ground_reference: 'Terms of Service, section 3.2 (Consent)',
  ground_explanation: 'Nobody may be shown without their consent.',
  ...LETTERS.en,
  redress: ['appeal', 'out_of_court', 'court'],
  appeal_until: '2027-05-16T10:00:00.000Z',
  may_appeal: true,
  undone_at: null,
  appeal: null,
  is_frozen: true,
}

const WAITING: NonNullable<Statement['appeal']> = {
  text: 'She agreed in writing.',
  appealed_at: '2026-11-18T10:00:00.000Z',
  outcome: null,
  answer: null,
  decided_at: null,
}

/** Answers with this statement, in the language of the page. The change can replace it later. */
async function decided(
  page: Page,
  changes: Partial<Statement> = {},
): Promise<{ change: (to: Partial<Statement>) => void }> {
  let now = changes
  await page.route(CALL, (route) => {
    const language = route.request().headers()['accept-language'] === 'fr' ? 'fr' : 'en'
    return route.fulfill({ json: { ...STATEMENT, ...LETTERS[language], ...now } })
  })
  return { change: (to) => (now = { ...now, ...to }) }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'What we did, and why' })
const letter = (page: Page) => page.getByRole('article')

test.describe('A link to a decision that cannot be shown', () => {
  test('A link that nobody made leads nowhere, and to the contact form', async ({ page, expectRefusal }) => {
    expectRefusal(404)
    await page.goto(PATH)
    await expect(page.getByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Write to us' })).toHaveAttribute(
      'href',
      '/contact-us',
    )
    await axe(page)
  })

  test('A decision that could not be loaded is loaded again with a button', async ({
    page,
    expectRefusal,
    expectLine,
  }) => {
    expectRefusal(500)
    expectLine(/net::ERR_FAILED/)
    let is_down = true
    await page.route(CALL, (route) =>
      is_down ? route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }) : route.abort(),
    )
    await page.goto(PATH)
    await expect(page.getByRole('heading', { level: 1, name: 'The decision could not be loaded' })).toBeVisible({
      timeout: 15_000,
    })
    await axe(page)
    is_down = false
    await button(page, 'Try again').click()
    await expect(page.getByText('The connection dropped. Check your network and try again.')).toBeVisible({
      timeout: 15_000,
    })
    await page.unroute(CALL)
    await decided(page)
    await button(page, 'Try again').click()
    await expect(heading(page)).toBeVisible()
  })
})

test.describe('A decision', () => {
  test('A frozen person reads why, answers once with the keyboard, and asks for their data', async ({
    page,
    expectRefusal,
  }) => {
    const { change } = await decided(page)
    const response = await page.goto(PATH)
    expect(response?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    await expect(page).toHaveTitle(/What we did, and why/)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your account' })).toContainText(
      'Your account is frozen. Nobody sees it, and you cannot post or write. Nothing is lost.',
    )
    await expect(letter(page)).toContainText('2026-0142')
    for (const { text } of LETTERS.en.paragraphs) await expect(letter(page)).toContainText(text)
    await expect(page.getByText('You may answer until 16 May 2027.')).toBeVisible()

    await test.step('Read why moves on to the letter', async () => {
      await page.getByRole('link', { name: 'Read why' }).press('Enter')
      await expect(letter(page)).toBeFocused()
    })

    await test.step('The answer can be cancelled, keeps its words after a failure, and is sent', async () => {
      await button(page, 'Answer this decision').press('Enter')
      const field = page.getByRole('textbox', { name: 'Your answer' })
      await expect(field).toBeFocused()
      await expect(field).toHaveAccessibleDescription(/This is your appeal. You may write once/)
      await button(page, 'Cancel').press('Enter')
      await expect(button(page, 'Answer this decision')).toBeFocused()
      await button(page, 'Answer this decision').press('Enter')
      await button(page, 'Send answer').press('Enter')
      await expect(field).toHaveValue('')
      await field.fill('x'.repeat(2001))
      await expect(page.getByText('1 character too many')).toBeVisible()
      await field.fill(WAITING.text)
      expectRefusal(500)
      await page.route(
        `${CALL}/appeal`,
        (route) => route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }),
        {
          times: 1,
        },
      )
      await button(page, 'Send answer').press('Enter')
      await expect(page.getByText('Your answer was not sent.')).toBeVisible()
      await expect(field).toHaveValue(WAITING.text)
      await page.route(`${CALL}/appeal`, (route) => {
        change({ may_appeal: false, appeal: WAITING })
        return route.fulfill({ status: 201, json: {} })
      })
      const sent = page.waitForRequest(`${CALL}/appeal`)
      await button(page, 'Send answer').press('Enter')
      expect((await sent).postDataJSON()).toEqual({ text: WAITING.text })
      await expect(page.getByText('Somebody who did not decide it reads your words.')).toBeVisible()
      await expect(page.getByText(WAITING.text)).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await axe(page)
    })

    await test.step('A mail will bring the data', async () => {
      await page.route(`${CALL}/export`, (route) => route.fulfill({ status: 201, json: {} }))
      await button(page, 'Take my data with me').press('Enter')
      await expect(page.getByText('A mail to the address of your account brings you the link')).toBeVisible()
      await expect(button(page, 'Take my data with me')).toHaveCount(0)
      await axe(page)
    })
  })

  test('An upheld appeal, a rejected one, an undone decision and one whose time is over say so', async ({ page }) => {
    const decided_at = '2026-11-20T10:00:00.000Z'
    const { change } = await decided(page, {
      is_frozen: false,
      may_appeal: false,
      undone_at: decided_at,
      appeal: { ...WAITING, outcome: 'upheld', answer: 'We saw the letter.', decided_at },
    })
    await page.goto(PATH)
    await expect(page.getByText('You were right: we undid this decision on 20 November 2026.')).toBeVisible()
    await expect(page.getByText('We saw the letter.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your account' })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await axe(page)

    change({ undone_at: null, appeal: { ...WAITING, outcome: 'rejected', answer: 'We saw no letter.', decided_at } })
    await page.reload()
    await expect(page.getByText('We looked again on 20 November 2026, and the decision stands.')).toBeVisible()
    await expect(page.getByText('We saw no letter.')).toBeVisible()

    change({ undone_at: decided_at, appeal: null })
    await page.reload()
    await expect(page.getByText('This decision was undone on 20 November 2026.')).toBeVisible()

    change({ undone_at: null })
    await page.reload()
    await expect(page.getByText('The time to answer ended on 16 May 2027.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })

  test('A member who is signed in reads it in their own frame', async ({ page, people }) => {
    await decided(page, { is_frozen: false, kind: 'post' })
    await people.signedIn(page, await people.member())
    await page.goto(PATH)
    await expect(page.getByText('We looked at a post you published.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(button(page, 'Take my data with me')).toHaveCount(0)
  })

  test('The sign-in of a frozen person leads to the decision', async ({ page, people, expectRefusal }) => {
    const member = await people.member()
    await decided(page)
    await page.route('**/api/users/sign_in', (route) =>
      route.fulfill({
        status: 403,
        json: {
          error: 'This account is frozen',
          code: 'account_frozen',
          ends_at: null,
          ground: 'terms_consent',
          facts: 'The person shown never agreed to it.',
          statement: PATH,
        },
      }),
    )
    expectRefusal(403)
    await page.goto('/login')
    await emailField(page).fill(member.email)
    await passwordField(page).fill(member.password)
    await button(page, 'Log in').click()
    const alert = page.getByRole('alert').filter({ hasText: 'Your account is frozen' })
    await expect(alert).toContainText('Terms 3.2: consent')
    await expect(page).toHaveURL('/login')
    await axe(page)
    await alert.getByRole('link', { name: 'Read why, and answer' }).click()
    await expect(page).toHaveURL(PATH)
    await expect(heading(page)).toBeVisible()
  })
})

const TITLES = { en: 'What we did, and why', fr: 'Ce que nous avons fait, et pourquoi' }
const ANSWER = { en: 'Answer this decision', fr: 'Répondre à cette décision' }

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The page of a decision fits the window and passes axe', async ({ page }) => {
      await decided(page)
      await page.goto(PATH)
      await forEachView(page, round, async (view) => {
        await expect(page.getByRole('heading', { level: 1, name: TITLES[view.language] })).toBeVisible()
        await expect(letter(page)).toContainText(LETTERS[view.language].title)
        await expectToFit(page, view)
        await axe(page)
        await button(page, ANSWER[view.language]).click()
        await expectToFit(page, view)
        await axe(page)
        await page.reload()
      })
    })
  })
}

test.describe('A low window', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('A decision fits a phone that lies on its side', { tag: '@long' }, async ({ page }) => {
    await decided(page)
    await page.goto(PATH)
    await expect(heading(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await axe(page)
  })
})
