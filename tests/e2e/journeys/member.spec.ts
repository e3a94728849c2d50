import { readFile } from 'node:fs/promises'
import { accounts } from '#contract/accounts.ts'
import { bytesOf, likeButton, postsBy } from '#tests/e2e/support/feed.ts'
import { goTo, logIn, signUp, stopBackgroundRequests, visitLanding } from '#tests/e2e/support/journey.ts'
import { expectClosed, lightbox, pictureLink } from '#tests/e2e/support/lightbox.ts'
import { button } from '#tests/e2e/support/page.ts'
import { ownWord } from '#tests/e2e/support/people.ts'
import { username } from '#tests/e2e/support/settings.ts'
import { storedToken } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { unzip } from '#tests/support/files/zip.ts'

test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'en-GB', acceptDownloads: true })

test('A member signs up, finds a creator, sees the curtain, exports their data and deletes their account', async ({
  page,
  people,
  product,
  outbox,
}) => {
  test.slow()
  const amy = await people.creator({ username: ownWord(), bio: 'Velvet and brass' })
  const open = await people.post(amy, { description: 'Morning light', seed: 51 })
  const kept = await people.post(amy, { description: 'What it says is for everyone', isProtected: true, seed: 52 })
  const me = { email: people.address(), password: 'red-velvet-seat' }
  const name = `${ownWord()}-fan`
  const main = page.getByRole('main')
  const askedBytes: string[] = []
  page.on('request', (request) => bytesOf(kept).test(request.url()) && askedBytes.push(request.url()))
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.accept()
  })

  await test.step('A visitor signs up, and logs in', async () => {
    await visitLanding(page, 'en')
    await signUp(page, 'en', me)
    await logIn(page, 'en', me)
  })

  await test.step('The member finds a creator with the keyboard alone', async () => {
    await expect(page.getByRole('link', { name: 'Find creators' })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: 'Name, or a word of what they do' })).toBeFocused()
    await page.keyboard.type(amy.username)
    const found = main.getByRole('listitem').getByRole('link')
    await expect(found).toHaveText([/Velvet and brass/])
    await page.keyboard.press('ArrowDown')
    await expect(found).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/${amy.username}`)
    await expect(page.getByRole('heading', { level: 1, name: amy.username })).toBeVisible()
  })

  await test.step('The member opens a picture and likes it', async () => {
    await pictureLink(page, open).click()
    const like = lightbox(page).getByRole('button', { name: /^Like, / })
    await expect(like).toHaveAccessibleName('Like, 0 likes')
    const told = page.waitForResponse('**/api/like')
    await like.click()
    await expect(like).toHaveAccessibleName('Like, 1 like')
    expect((await told).status()).toBe(200)
    await page.keyboard.press('Escape')
    await expectClosed(page)
  })

  const locked = postsBy(page, amy).filter({ hasText: kept.description })

  // Spec 4.24, 6.6, 8.34
  await test.step('The member reads Private Content instead of a protected picture, which is not fetched', async () => {
    await page.getByRole('link', { name: 'Loge, home' }).click()
    await expect(likeButton(postsBy(page, amy).filter({ hasText: open.description }))).toHaveAccessibleName(
      'Like, 1 like',
    )
    for (const words of [
      'Private Content',
      'This content is only available to subscribers',
      'You need to subscribe to see this content.',
    ])
      await expect(locked.getByText(words, { exact: true })).toBeVisible()
    await expect(locked.getByRole('img')).toHaveCount(0)
    await expect(locked.getByRole('link', { name: /^Open the post/ })).toHaveCount(0)
  })

  await test.step('The member reports a locked post', async () => {
    await locked.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await dialog.getByRole('radio', { name: 'The account is stealing someone identity' }).check()
    await dialog.getByLabel('Description (optional)').fill('That is my aunt')
    const sent = page.waitForResponse('**/api/reports')
    await button(page, 'Send report').click()
    expect((await sent).status()).toBe(201)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('The member follows the curtain’s link to the creator, and reads that subscriptions are unavailable', async () => {
    await locked.getByRole('link', { name: 'Subscribe Now' }).click()
    await expect(page).toHaveURL(`/${amy.username}`)
    await button(page, 'Subscribe').click()
    await expect
      .poll(() => alerts)
      .toEqual(['Subscription is currently unavailable. We are making our best to provide it as soon as we can'])
    await expect(button(page, 'Message')).toHaveAccessibleDescription('You need to subscribe to send messages')
    expect(askedBytes).toEqual([])
  })

  await test.step('The member chooses a username, and French, which is stored in the account', async () => {
    await goTo(page, 'Settings')
    await username(page).fill(name)
    await button(page, 'Save').click()
    await expect(toast(page, 'Username updated successfully')).toBeVisible()
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/api/user') && response.request().method() === accounts.update_user.method,
    )
    await page.getByRole('link', { name: 'EN Passer en français' }).click()
    expect(await (await saved).json()).toMatchObject({ username: name, locale: 'fr' })
    await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible()
  })

  await test.step('The member requests an export, is notified when it is ready, and downloads it', async () => {
    await main.getByRole('button', { name: 'Demander vos données' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Avis 1 avis non lu' }).click()
    await expect(page).toHaveURL('/notices')
    await expect(main.getByRole('list', { name: 'Avis' })).toContainText('Tout ce que contient votre compte est prêt')
    expect((await outbox.newestTo(me.email)).subject).toBe('Vos données sont prêtes')
    await main.getByRole('link', { name: 'Télécharger' }).click()
    await expect(page).toHaveURL('/settings#export')
    const saving = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Télécharger' }).click()
    const files = await unzip(await readFile(await (await saving).path()))
    expect(files.get('index.html')?.toString()).toContain(name)
  })

  await test.step('The member deletes the account with the password, and reads until when it can be restored', async () => {
    await stopBackgroundRequests(page)
    const token = await storedToken(page)
    await button(page, 'Supprimer mon compte').click()
    const field = page.getByRole('dialog').getByLabel('Votre mot de passe', { exact: true })
    await expect(field).toBeFocused()
    await field.fill(me.password)
    await field.press('Enter')
    await expect(page.getByText(/^Votre compte est masqué et sera effacé le .*20\d\d/)).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await storedToken(page)).toBeNull()
    const answer = await fetch(`${product.url}/api${accounts.get_user.path}`, {
      headers: { authorization: token ?? '' },
    })
    expect(answer.status).toBe(401)
  })

  await test.step('The former member may open public pages, but not those of members', async () => {
    await page.getByRole('link', { name: 'Loge, découvrir' }).click()
    await expect(page).toHaveURL('/discover')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Tarifs' }).click()
    await expect(page).toHaveURL('/pricing')
    await page.goto('/settings')
    await expect(page).toHaveURL('/discover')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible()
  })
})
