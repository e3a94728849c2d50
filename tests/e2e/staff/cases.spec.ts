import type { Page } from '@playwright/test'
import { REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { People, Person } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { pair } from '#tests/e2e/support/thread.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'
import { isLongForm } from '#tests/support/long-form.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'The usher’s list' }).getByRole('listitem')
const select = (page: Page, name: string) => page.getByRole('combobox', { name })

test.beforeEach(async ({ db }) => {
  await db`delete from cases`
})

async function staffMember(people: People, role: 'admin' | 'moderator', name?: string): Promise<Person> {
  const person = await people.member(name)
  await people.grant(person.email, role)
  return person
}

/** Reports something, and returns the id of its case. */
async function report(people: People, db: Db, by: Person, body: object): Promise<string> {
  await people.call(by, 'POST', '/reports', body)
  const [row] = await db`select id from cases order by opened_at desc, id desc limit 1`
  return row?.id
}

/** A decision, with a complaint about it. */
async function decided(db: Db, case_id: string, by: Person, appeal: string | null = null): Promise<void> {
  const now = new Date()
  await db`
    insert into decisions (id, case_id, subject_id, actions, ground, facts, decided_by, is_noticed, decided_at,
      appeal_until, appeal, appealed_at)
    select ${newId(now)}, id, subject_id, array['warn'], 'terms_harassment', 'Five messages in one night', ${by.id}, true,
      ${now}, ${new Date(now.getTime() + 180 * DAY_MS)}, ${appeal}, ${appeal && now}
    from cases where id = ${case_id}`
  await db`update cases set state = ${appeal === null ? 'decided' : 'appealed'}, decided_at = ${now} where id = ${case_id}`
}

test('Staff see the most urgent case first, filter the list, and take a case', async ({
  page,
  people,
  db,
  expectRefusal,
  openOtherBrowser,
}) => {
  const [amy, bob] = [await people.creator(), await people.member()]
  const [moderator, colleague] = [await staffMember(people, 'moderator'), await staffMember(people, 'moderator')]
  const post = await people.post(amy)
  await report(people, db, bob, { post_id: post.id, reason: REPORT_REASONS[1], description: 'It is my picture' })
  const spam = await report(people, db, bob, { username: (await people.creator()).username, reason: 'spam' })
  const urgent = await report(people, db, bob, { username: amy.username, reason: 'non_consensual' })
  await report(people, db, colleague, { username: amy.username, reason: 'non_consensual' })
  await db`update cases set opened_at = opened_at - interval '5 days' where id = ${spam}`
  await people.signedIn(page, moderator)

  await test.step('The tab has a badge, and the list says what, whose, how old and until when', async () => {
    await page.goto('/admin/users')
    await page
      .getByRole('navigation', { name: 'Sections of the admin panel' })
      .getByRole('link', { name: 'Cases 3 wait' })
      .click()
    await expect(page).toHaveURL('/admin/cases')
    await expect(page).toHaveTitle(/Cases/)
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).nth(0)).toContainText('Urgent')
    await expect(rows(page).nth(0)).toContainText('Shown without their consent')
    await expect(rows(page).nth(0)).toContainText(`Profile of ${amy.username}, 2 members`)
    await expect(rows(page).nth(1)).toContainText('High')
    await expect(rows(page).nth(1)).toContainText(`Post by ${amy.username}, 1 member`)
    await expect(rows(page).nth(2)).toContainText('Low')
    await expect(rows(page).nth(2)).toContainText('5 d')
    await expect(page.getByText('Most urgent first. Oldest waits 5 days.')).toBeVisible()
    await axe(page)
  })

  await test.step('Chips and selects are part of the address, and Back leads to the last choice', async () => {
    await button(page, 'Posts 1').click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL('/admin/cases?kind=post')
    await button(page, 'All 3').click()
    await select(page, 'Severity').selectOption('Urgent')
    await expect(rows(page)).toHaveCount(1)
    await select(page, 'With').selectOption('Me')
    await expect(page.getByRole('heading', { name: 'The house is quiet' })).toBeVisible()
    await expect(page).toHaveURL('/admin/cases?severity=urgent&with=me')
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
    await expect(select(page, 'With')).toHaveValue('anybody')
    await select(page, 'Severity').selectOption('Any')
    await select(page, 'Age').selectOption('Over 3 days')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Spam or a scam')
    await page.goto('/admin/cases')
  })

  await test.step('Of two who take a case one has it, and the other is told who', async () => {
    const other = await openOtherBrowser()
    await people.signedIn(other, colleague)
    await other.goto('/admin/cases')
    await expect(rows(other)).toHaveCount(3)
    await rows(page).nth(0).getByRole('button').click()
    await expect(rows(page).nth(0)).toContainText('You')
    expectRefusal(409, `/api/admin/cases/${urgent}/take`)
    await rows(other).nth(0).getByRole('button').click()
    await expect(toast(other, `${moderator.username} has taken this case.`)).toBeVisible()
    await expect(rows(other).nth(0)).toContainText(moderator.username)
  })

  await test.step('A failed list can be asked for again', async () => {
    await page.route('**/api/admin/cases?*', (route) => route.fulfill({ status: 403, json: { code: 'forbidden' } }))
    expectRefusal(403, '/api/admin/cases')
    await page.goto('/admin/cases?kind=story')
    await expect(page.getByRole('heading', { name: 'The cases could not be loaded' })).toBeVisible()
    await page.unroute('**/api/admin/cases?*')
    await button(page, 'Try again').click()
    await expect(page.getByRole('heading', { name: 'The house is quiet' })).toBeVisible()
  })

  await test.step('It fits a phone, also on its side and in French, in the dark', async () => {
    const phone = await openOtherBrowser({ locale: 'fr-FR', colorScheme: 'dark' })
    await people.signedIn(phone, moderator)
    await phone.goto('/admin/cases')
    await expect(phone.getByRole('region', { name: 'La liste de l’ouvreuse' })).toContainText('Montrée sans son accord')
    await expectToFitPhones(phone, () =>
      expect(phone.getByRole('link', { name: 'Dossiers' })).toBeInViewport({ ratio: 0.99 }),
    )
  })
})

test('Evidence is sealed, opens in grey and small, and is sealed again', async ({
  page,
  people,
  db,
  openOtherBrowser,
}) => {
  const [amy, bob] = [await people.creator(), await people.member()]
  const admin = await staffMember(people, 'admin')
  const post = await people.post(amy, { description: 'Seen from the wings', width: 300, height: 400 })
  const id = await report(people, db, bob, { post_id: post.id, reason: REPORT_REASONS[0], description: 'Not for me' })
  await people.signedIn(page, admin)
  await page.goto('/admin/cases')
  await rows(page).getByRole('link', { name: 'Inapropriate content' }).click()
  await expect(page).toHaveURL(`/admin/cases/${id}`)

  await test.step('The folder says what it is about, who told us, and what happened to the account', async () => {
    await expect(page).toHaveTitle(/Case 2\d{3}-\d{4}/)
    await expect(page.getByRole('heading', { level: 1, name: 'Inapropriate content' })).toBeVisible()
    await expect(page.getByText(`Post by ${amy.username}, public`)).toBeVisible()
    await expect(page.getByText('Seen from the wings')).toBeVisible()
    await expect(page.getByText('Not for me')).toBeVisible()
    await expect(page.getByText('Joined')).toBeVisible()
    await expect(page.getByText('One picture, sealed')).toBeVisible()
    await expect(page.getByRole('img', { name: /Evidence/ })).toHaveCount(0)
    await axe(page)
  })

  await test.step('It opens by keyboard, and the focus stays in the evidence', async () => {
    await button(page, 'Show evidence').focus()
    await page.keyboard.press('Enter')
    const picture = page.getByRole('img', { name: 'Evidence, picture 1 of 1' })
    await expect(picture).toBeVisible()
    await expect(picture).toHaveCSS('filter', 'grayscale(1)')
    await expect(page.getByText(/Seal broken, \d\d:\d\d/)).toBeVisible()
    await expect(button(page, 'In colour')).toBeFocused()
    await axe(page)
    await page.keyboard.press('Enter')
    await expect(picture).toHaveCSS('filter', 'none')
    const small = await picture.boundingBox()
    await button(page, 'Larger').click()
    await expect(async () => {
      expect((await picture.boundingBox())?.width ?? 0).toBeGreaterThan(small?.width ?? 0)
    }).toPass()
    await button(page, 'Seal it again').click()
    await expect(picture).toHaveCount(0)
    await expect(button(page, 'Show evidence')).toBeFocused()
    const looks = await db`select from audit_log where action = 'evidence_viewed' and details ->> 'case_id' = ${id}`
    expect(looks).toHaveLength(1)
  })

  await test.step('It is taken and given back, and an admin sets a legal hold', async () => {
    await button(page, 'Take it').click()
    await expect(page.getByText('With you')).toBeVisible()
    await button(page, 'Give it back').click()
    await expect(button(page, 'Take it')).toBeVisible()
    const hold = page.getByRole('switch', { name: 'Legal hold' })
    await hold.check()
    await page.reload()
    await expect(hold).toBeChecked()
  })

  await test.step('A decision needs at least one act', async () => {
    await button(page, 'Decide').click()
    await expect(page.getByRole('group', { name: 'What to do' })).toHaveAccessibleDescription(
      'Please choose what to do',
    )
    await expect(page.getByRole('checkbox', { name: 'Nothing to do' })).toBeFocused()
    await axe(page)
  })

  await test.step('It fits a phone, also on its side and in French, in the dark', async () => {
    const phone = await openOtherBrowser({ locale: 'fr-FR', colorScheme: 'dark' })
    await people.signedIn(phone, admin)
    await phone.goto(`/admin/cases/${id}`)
    await expect(phone.getByText('Une image, scellée')).toBeVisible()
    await expectToFitPhones(phone)
    await button(phone, 'Montrer la preuve').click()
    await expect(phone.getByRole('img', { name: 'Preuve, image 1 sur 1' })).toBeVisible()
    await expectNoSidewaysScroll(phone)
    if (isLongForm) await axe(phone)
  })
})

test('A reported message shows those before it, and a case about somebody under 18 stays closed', async ({
  page,
  people,
  product,
  db,
}) => {
  const { amy, bob, talk } = await pair(product, people)
  const moderator = await staffMember(people, 'moderator')
  const messages = await people.call<{ messages: { id: string }[] }>(amy, 'GET', `/conversations/${talk.id}`)
  const id = await report(people, db, amy, { message_id: messages.messages.at(-1)?.id, reason: 'harassment' })
  await people.signedIn(page, moderator)
  await page.goto(`/admin/cases/${id}`)
  await expect(page.getByText('The message, and those before it')).toBeVisible()
  await expect(page.getByText('Good evening')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)

  // Left before the report: it hides the portrait, which this page may still be loading.
  await page.goto('about:blank')
  const minor = await report(people, db, bob, { username: amy.username, reason: 'minor' })
  const [ada, ben] = [await staffMember(people, 'moderator'), await staffMember(people, 'moderator')]
  for (const person of [ada, ben]) {
    const now = new Date()
    await db`
      insert into audit_log (id, staff_id, action, user_id, details, created_at)
      values (${newId(now)}, ${person.id}, 'evidence_viewed', ${amy.id}, ${db.json({ case_id: minor })}, ${now})`
  }
  await page.goto('/admin/cases?severity=urgent')
  await expect(rows(page)).toContainText('for two named people only')
  await axe(page)
  await page.goto(`/admin/cases/${minor}`)
  await expect(page.getByText('Two members of staff at most open it')).toBeVisible()
  await expect(button(page, 'Show evidence')).toHaveCount(0)
  await axe(page)
})

test('A complaint is not offered to who decided, and is answered by somebody else', async ({
  page,
  people,
  db,
  openOtherBrowser,
}) => {
  const [amy, bob] = [await people.creator(), await people.member()]
  const [decider, other] = [await staffMember(people, 'moderator'), await staffMember(people, 'moderator')]
  const id = await report(people, db, bob, { username: amy.username, reason: 'harassment' })
  await decided(db, id, decider, 'I wrote to a friend')
  await people.signedIn(page, decider)
  await page.goto('/admin/cases')
  await button(page, 'Complaints 1').click()
  await expect(page).toHaveURL('/admin/cases?state=appealed')
  await expect(rows(page)).toContainText(`Account of ${amy.username}, not for ${decider.username}, who decided it`)
  await rows(page).getByRole('link').click()
  await expect(page.getByText('I wrote to a friend')).toBeVisible()
  await expect(page.getByText('You decided this, so somebody else answers the complaint.')).toBeVisible()
  await expect(button(page, 'Answer')).toHaveCount(0)
  await axe(page)

  const second = await openOtherBrowser()
  await people.signedIn(second, other)
  await second.goto(`/admin/cases/${id}`)
  await button(second, 'Answer').click()
  await expect(second.getByText('Please choose one of the two')).toBeVisible()
  await second.getByRole('radio', { name: 'Reject it: the decision stays' }).check()
  await button(second, 'Reject and tell them').click()
  await expect(second.getByRole('textbox', { name: 'Your answer' })).toBeFocused()
  await axe(second)
  await second.getByRole('radio', { name: 'Uphold it: everything is restored' }).check()
  await second.getByRole('textbox', { name: 'Your answer' }).fill('You are right')
  await button(second, 'Restore and tell them').click()
  await expect(toast(second, 'The complaint is answered.')).toBeVisible()
  await expect(second.getByText('Complaint upheld')).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Decision', exact: true })).toBeFocused()
})

test('A decision has a ground and facts, and the letter is shown while it is written', async ({ page, people, db }) => {
  const [amy, bob] = [await people.creator({ bio: 'Follow my other page' }), await people.member()]
  const admin = await staffMember(people, 'admin')
  const id = await report(people, db, bob, { username: amy.username, reason: 'spam' })
  await people.signedIn(page, admin)
  await page.goto(`/admin/cases/${id}`)
  await page.getByRole('checkbox', { name: 'Nothing to do' }).check()
  await expect(button(page, 'Dismiss and tell them')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Remove from the profile' }).check()
  await expect(page.getByRole('checkbox', { name: 'Nothing to do' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'the picture' }).uncheck()
  await page.getByRole('checkbox', { name: 'Freeze the account' }).check()
  await button(page, 'Remove, freeze and tell them').click()
  await expect(select(page, 'Ground')).toBeFocused()
  await select(page, 'Ground').selectOption('terms_spam')
  await page.getByRole('textbox', { name: 'Facts, in your words' }).fill('The same link forty times')
  const letter = page.getByRole('region', { name: /^A letter about case/ })
  await expect(letter.locator('mark')).toHaveText('The same link forty times')
  await expect(page.getByText('the author, who may answer once')).toBeVisible()
  await expect(page.getByText('1 member: what was decided')).toBeVisible()
  await button(page, 'FR').click()
  await expect(letter.getByRole('article')).toHaveAttribute('lang', 'fr')
  await axe(page)
  await button(page, 'Remove, freeze and tell them').click()
  const [row] = await db`select number from cases where id = ${id}`
  await expect(toast(page, `Case ${row?.number} is decided.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decision', exact: true })).toBeFocused()
  await expect(page.getByText(`by ${admin.username}`)).toBeVisible()
  await expect(page.getByText('Decided', { exact: true })).toBeVisible()
})

test('A member is led away from the cases', async ({ page, people }) => {
  const member = await people.member()
  await people.signedIn(page, member)
  await page.goto('/admin/cases')
  await expect(page).toHaveURL('/discover')
})
