import { readFile } from 'node:fs/promises'
import { axe } from '#tests/e2e/support/axe.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { exports as english } from '#web/locales/en/exports.ts'
import { exports as french } from '#web/locales/fr/exports.ts'

const LIST = '**/api/exports'
const UNFINISHED = { requested_at: new Date().toISOString(), expires_at: null, bytes: null }

const WORDS = { en: english, fr: french }

for (const round of roundsFrom(390)) {
  test.describe(`The export, ${round.name}`, () => {
    test.use({ ...round.use, acceptDownloads: true })

    test('A member requests an export of their data, is told when it is ready, and downloads everything', {
      tag: '@long',
    }, async ({ page, people, outbox, expectRefusal }) => {
      const amy = await people.creator({ bio: 'Soloist by night.' })
      const post = await people.post(amy, { description: 'Backstage <b>tonight</b>' })
      await people.signedIn(page, amy)
      const part = page.locator('section', { has: page.locator('#export') })
      const press = (label: string) => part.getByRole('button', { name: label, exact: true })
      /** The page stays in the last view. */
      const words = WORDS[round.views.at(-1)?.language ?? 'en']

      await test.step('A failed export is reported, and can be requested again', async () => {
        await page.route(LIST, (route) => route.fulfill({ json: [{ ...UNFINISHED, id: post.id, state: 'failed' }] }))
        await page.goto('/settings#export')
        await expect(part.getByRole('heading')).toBeFocused()
        await forEachView(page, round, async ({ language }) => {
          await expect(page.getByRole('region', { name: WORDS[language].title })).toBeVisible()
          await expect(part.getByRole('alert')).toHaveText(WORDS[language].failed)
          await expect(press(WORDS[language].try_again)).toBeVisible()
          await axe(page)
        })
        await page.unroute(LIST)
        await page.reload()
        await forEachView(page, round, async ({ language }) => {
          await expect(press(WORDS[language].ask)).toBeVisible()
          await axe(page)
        })
      })

      await test.step('While the export is prepared, the page says so and may be left', async () => {
        // The state is stubbed, because the export may be ready before it is checked.
        await page.route(LIST, async (route) => {
          if (route.request().method() === 'POST') return await route.fallback()
          await route.fulfill({ json: [{ ...UNFINISHED, id: post.id, state: 'preparing' }] })
        })
        await press(words.ask).press('Enter')
        await expect(part.locator('div[tabindex="-1"]:focus')).toHaveCount(1)
        await forEachView(page, round, async ({ language }) => {
          await expect(part.getByRole('status')).toHaveText(WORDS[language].preparing)
          await expect(part.getByRole('button')).toHaveCount(0)
          await axe(page)
        })
      })

      await test.step('A finished export appears on the open page, and a mail reports it', async () => {
        expect((await outbox.newestTo(amy.email)).html).toContain('/notices')
        await page.unroute(LIST)
        await forEachView(page, round, async ({ language }) => {
          await expect(press(WORDS[language].download)).toBeVisible()
          await expect(part.getByRole('status')).toContainText(WORDS[language].ready.split('{{')[0]?.trim() ?? '')
          await expect(press(WORDS[language].ask_again)).toHaveCount(0)
          await expectNoSidewaysScroll(page)
          await axe(page)
        })
      })

      await test.step('An expired export is reported', async () => {
        const path = /\/api\/exports\/[^/]+\/ticket$/
        await page.route(path, (route) => route.fulfill({ status: 404, json: { error: 'No', code: 'not_found' } }))
        expectRefusal(404)
        await press(words.download).click()
        await expect(page.getByText(words.over, { exact: true })).toBeVisible()
        await page.unroute(path)
      })

      await test.step('The browser downloads the ZIP file, with everything she has published', async () => {
        const saving = page.waitForEvent('download')
        await press(words.download).press('Enter')
        const saved = await saving
        expect(saved.suggestedFilename()).toMatch(/^loge-\d{4}-\d{2}-\d{2}\.zip$/)
        const files = await unzip(await readFile(await saved.path()))
        expect(files.get('index.html')?.toString()).toContain('Backstage &lt;b&gt;tonight&lt;/b&gt;')
        const [kept] = JSON.parse(files.get('posts.json')?.toString() ?? '')
        expect(kept.id).toBe(post.id)
        expect(files.get(kept.file)?.subarray(8, 12).toString()).toBe('WEBP')
        await expect(press(words.download)).toBeFocused()
      })
    })
  })
}
