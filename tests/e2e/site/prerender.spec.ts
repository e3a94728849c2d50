import type { Page, Route } from '@playwright/test'
import { PUBLIC_PATHS } from '#contract/public-paths.ts'
import { untilHydrated } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING } from '#tests/e2e/support/landing.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { isLongForm } from '#tests/support/long-form.ts'

/** The pages with parts that need JavaScript. */
const NEEDS_SCRIPTS: readonly string[] = ['/contact-us', '/pricing', '/discover']

/** Delays all scripts until the returned function is called. Until then the page is as the server sent it. */
async function holdScripts(page: Page, which: string | RegExp = '**/*.js'): Promise<() => Promise<void>> {
  const held: Route[] = []
  let release = false
  await page.route(which, async (route) => {
    if (release) await route.continue()
    else held.push(route)
  })
  return async () => {
    release = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/**
 * The rendered page, element by element. Only the ids that React generates may differ, and the noscript texts, which the
 * app does not render.
 */
function drawn(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll(':not(noscript)')].map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`)
      const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      return [
        element.tagName,
        ...attributes.filter((text) => !/"_[rR]_/.test(text)).sort(),
        words.map((node) => node.textContent).join(''),
      ].join(' ')
    }),
  )
}

test.describe('A visitor without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('A visitor without JavaScript reads every public page in both languages, and is told what needs JavaScript', {
    tag: '@long',
  }, async ({ page }) => {
    await test.step('A page that needs JavaScript links to one that does not', async () => {
      await page.goto('/')
      await page.locator('noscript a').first().click()
      await expect(page).toHaveURL('/discover')
    })

    await test.step('Links between pages work, and controls without function are hidden', async () => {
      await expect(page.getByRole('button', { name: 'Dark mode' })).toHaveCount(0)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
      await expect(page).toHaveURL('/privacy-policy')
      await page.getByRole('banner').getByRole('link', { name: 'Loge, discover' }).click()
      await expect(page).toHaveURL('/discover')
    })

    for (const path of PUBLIC_PATHS) {
      await test.step(`reads ${path}, in the other language too`, async () => {
        // The language of the last page was stored.
        await page.context().clearCookies()
        await page.goto(path)
        const title = page.getByRole('heading', { level: 1 })
        await expect(title).toBeVisible()
        const english = await title.textContent()
        if (NEEDS_SCRIPTS.includes(path)) {
          await test.step('The page says what needs JavaScript', async () => {
            const words = page.getByRole('main').locator('noscript p, noscript div').last()
            await expect(words).toBeVisible()
            expect(await words.innerText(), path).toContain('needs JavaScript')
          })
        }
        await page.getByRole('link', { name: 'EN Passer en français' }).first().click()
        await expect(page).toHaveURL(`${path}?lang=fr`)
        await expect(title).toBeVisible()
        expect(await title.textContent()).not.toBe(english)
      })
    }
  })
})

/**
 * Returns what looks different on the page since the last call: the element and the property, with both values. It stays
 * in the page what each element looked like, with what stands before and after it.
 */
function changedLooks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const store = globalThis as unknown as { looks?: Map<string, string>[] }
    const before = store.looks ?? []
    const changes: string[] = []
    store.looks = [...document.querySelectorAll('html, body, body *')].flatMap((element) =>
      [undefined, '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part)
        const isThere = part === undefined || style.content !== 'none'
        return new Map(isThere ? [...style].map((name) => [name, style.getPropertyValue(name)]) : [])
      }),
    )
    for (const [index, look] of store.looks.entries())
      for (const name of new Set([...look.keys(), ...(before[index]?.keys() ?? [])]))
        if (look.get(name) !== before[index]?.get(name))
          changes.push(`${index} ${name}: ${before[index]?.get(name)} -> ${look.get(name)}`)
    return changes
  })
}

/** Waits until nothing changes by itself any more: all pictures, also those further down, fonts, and what fades in. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images].map(async (image) => {
        image.loading = 'eager'
        await image.decode()
      }),
    )
    const fading = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(fading.map(({ finished }) => finished))
  })
}

test.describe('The style sheets of a prerendered page', () => {
  const paths = isLongForm ? PUBLIC_PATHS : PUBLIC_PATHS.slice(0, 2)
  for (const [width, theme, lang] of [
    [390, 'light', 'en'],
    [1440, 'dark', 'fr'],
  ] as const) {
    test(`No element of a public page looks different when the rules of all pages have come (${width}, ${theme}, ${lang})`, async ({
      page,
    }) => {
      test.slow(isLongForm)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const release = await holdScripts(page, /\/assets\/.*\.js$/)
      for (const path of paths) {
        await test.step(`looks at ${path}`, async () => {
          const held: Route[] = []
          await page.route('**/assets/later-*.css', (route) => void held.push(route))
          await page.goto(`${path}?lang=${lang}`)
          await expect.poll(() => held.length).toBe(1)
          await settle(page)
          expect((await changedLooks(page)).length).toBeGreaterThan(10_000)
          await Promise.all(held.map((route) => route.continue()))
          await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2)
          expect(await changedLooks(page)).toEqual([])
          await page.unroute('**/assets/later-*.css')
        })
      }
      await release()
    })
  }

  test('The start of the app does not change the language of the page to what it is', async ({ page }) => {
    await page.addInitScript(() => {
      const seen = { written: 0 }
      Object.assign(globalThis, { seen })
      new MutationObserver((records) => {
        seen.written += records.length
      }).observe(document, { attributes: true, subtree: true, attributeFilter: ['lang'] })
    })
    await page.goto('/discover?lang=fr')
    await untilHydrated(page)
    const written = () => page.evaluate(() => (globalThis as unknown as { seen: { written: number } }).seen.written)
    expect(await written()).toBe(0)
    await page.getByRole('link', { name: 'Switch to English' }).first().click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(await written()).toBeGreaterThan(0)
  })
})

test.describe('Input before hydration', () => {
  test('Input before hydration is not lost by Enter in the calculator, and is used', { tag: '@long' }, async ({
    page,
  }) => {
    await test.step('A price is not lost by a press of Enter in the calculator', async () => {
      const release = await holdScripts(page)
      await page.goto('/pricing?lang=en', { waitUntil: 'commit' })
      await page.getByLabel('The creator’s price').fill('50')
      await page.getByLabel('The creator’s price').press('Enter')
      await release()
      await expect(page.getByRole('heading', { name: '€50.00, France' })).toBeVisible()
      await expect(page).toHaveURL('/pricing?lang=en')
      await page.unroute('**/*.js')
    })

    await test.step('The calculator uses the price that was typed before hydration', async () => {
      const release = await holdScripts(page)
      await page.goto('/pricing', { waitUntil: 'commit' })
      await page.getByLabel('The creator’s price').fill('100')
      await release()
      await expect(page.getByRole('heading', { name: '€100.00, France' })).toBeVisible()
      await expect(page.getByLabel('The creator’s price')).toHaveValue('100')
    })
  })

  test('Input before hydration stays in its form, and never gets into the URL, when it is submitted too early', async ({
    page,
  }) => {
    const release = await holdScripts(page)
    for (const [path, label, submit] of [
      ['/discover', 'Email address', 'Reserve my seat'],
      ['/contact-us', 'Email', 'Send Message'],
    ] as const) {
      await page.goto(path, { waitUntil: 'commit' })
      const field = page.getByRole('main').getByRole('textbox', { name: label, exact: true })
      await field.fill('amy@loge.test')
      await page.getByRole('button', { name: submit }).click()
      await field.press('Enter')
      await expect(field).toHaveValue('amy@loge.test')
      await expect(page).toHaveURL(path)
    }
    await release()
  })
})

test.describe('Hydration', () => {
  // The landing page would otherwise load the creators of other tests.
  test.beforeEach(({ page }) => answerLanding(page, EMPTY_LANDING))

  test('The app hydrates every public page unchanged, and renders the same after client-side navigation', async ({
    page,
  }) => {
    test.slow()
    // With reduced motion, hydration replaces the banner's Pause button with Play.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const sent = new Map<string, string[]>()
    for (const path of PUBLIC_PATHS) {
      await test.step(`takes ${path} over as it stands, without drawing it again; the title stays the same`, async () => {
        const release = await holdScripts(page)
        await page.goto(path, { waitUntil: 'commit' })
        await expect(page.getByRole('contentinfo')).toBeVisible()
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading).toBeVisible()
        sent.set(path, await drawn(page))
        const title = await page.title()
        await page.evaluate(() => {
          for (const element of document.querySelectorAll('#root *')) element.toggleAttribute('data-was-there', true)
        })
        const before = await page.locator('#root [data-was-there]').count()
        await release()
        await untilHydrated(page)
        await expect(page.locator('#root [data-was-there]')).toHaveCount(before)
        await expect(heading).toHaveCount(1)
        expect(await page.title()).toBe(title)
        await page.unroute('**/*.js')
      })
    }

    // The long form then opens every page by client-side navigation, which all other tests do too.
    if (!isLongForm) return
    await page.goto(PUBLIC_PATHS.at(-1) ?? '')
    await untilHydrated(page)
    for (const path of PUBLIC_PATHS) {
      await test.step(`draws the same page when somebody comes to ${path} from another`, async () => {
        await page.evaluate((to) => {
          history.pushState(null, '', to)
          dispatchEvent(new PopStateEvent('popstate', { state: null }))
        }, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page).toHaveURL(path)
        await expect.poll(() => drawn(page), path).toEqual(sent.get(path))
      })
    }
  })

  test('Hydration keeps the scroll position of a reader', { tag: '@long' }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/privacy-policy', { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeAttached()
    const place = await page.evaluate(() => {
      scrollTo(0, 500)
      return scrollY
    })
    expect(place).toBeGreaterThan(0)
    await release()
    await untilHydrated(page)
    // A font that is loaded late may still move the text a little.
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(place / 2)
  })

  test('A signed-in member never sees Log in on a prerendered page', async ({ page, people }) => {
    await signInAs(page, people)
    const release = await holdScripts(page)
    await page.goto('/discover', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Log in', { exact: true }).first()).toBeHidden()
    await release()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-session')
  })

  test('A visitor with an unknown token sees Log in again', async ({ page, expectRefusal }) => {
    await page.addInitScript(() => localStorage.setItem('auth_token', 'long-gone'))
    expectRefusal(401, '/api/user')
    await page.goto('/discover')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  })

  test('A visitor is redirected from / to /discover without the app', async ({ page }) => {
    await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/?lang=fr')
    await expect(page).toHaveURL('/discover?lang=fr')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('A page whose app fails to load stays readable, and says what to do', async ({ page, expectLine }) => {
    for (const [what, files] of Object.entries({ entry: '**/assets/index-*.js', page: '**/assets/discover-*.js' })) {
      await test.step(`that cannot come (${what})`, async () => {
        await page.route(files, (route) => route.abort())
        expectLine(/net::ERR_FAILED/)
        await page.goto('/discover')
        await expect(page.getByRole('alert')).toHaveText(
          /could not be loaded\. Check your connection and reload the page/,
        )
        await expect(page.getByRole('heading', { level: 1, name: 'The best seats are private.' })).toBeVisible()
        await page.unroute(files)
      })
    }
  })
})
