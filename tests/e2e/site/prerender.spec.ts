import type { Page, Route } from '@playwright/test'
import { PUBLIC_PATHS } from '#contract/paths.ts'
import { untilHydrated } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING } from '#tests/e2e/support/landing.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const LANGUAGES = ['en', 'fr'] as const
/** What stands on these cannot do without. */
const NEEDS_SCRIPTS: readonly string[] = ['/contact-us', '/pricing', '/discover']

function rootOf(html: string): string {
  return html.slice(html.indexOf('<div id="root">'), html.indexOf('<template id="no-start">'))
}

/** Scripts wait until they are let go: what is on the page until then is what the server sent. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let letGo = false
  await page.route('**/*.js', async (route) => {
    if (letGo) await route.continue()
    else held.push(route)
  })
  return async () => {
    letGo = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/**
 * What stands on the page, element by element. Only the names that React makes up for labels may differ, and the words for
 * who has no scripts, which a script need not write.
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

test.describe('The HTML of a public page', () => {
  test('The HTML of a public page is complete in both languages, without inline scripts and styles', async ({
    request,
  }) => {
    for (const path of PUBLIC_PATHS) {
      await test.step(path, async () => {
        for (const language of LANGUAGES) {
          const html = await (await request.get(`${path}?lang=${language}`)).text()
          expect(html).toContain(`<html lang="${language}"`)
          const root = rootOf(html)
          expect(root.length).toBeGreaterThan(5000)
          expect(root).not.toContain('<script')
          expect(root).not.toContain(' style=')
          expect(root).not.toContain('{{')
          expect(root.match(/<h1[ >]/g)).toHaveLength(1)
          const ids = [...root.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
          expect(new Set(ids).size).toBe(ids.length)
          for (const [, source = ''] of root.matchAll(/ src="([^"]+)"/g)) {
            expect((await request.get(source)).status(), source).toBe(200)
          }
        }
      })
    }

    await test.step('keeps the place of every picture, and the first ones are fetched first', async () => {
      const html = await (await request.get('/discover')).text()
      for (const [image] of rootOf(html).matchAll(/<img [^>]*>/g)) {
        expect(image).toMatch(/ width="\d+"/)
        expect(image).toMatch(/ height="\d+"/)
      }
      expect(html).toMatch(/<link rel="preload" as="image"[^>]*fetchPriority="high"/i)
      expect(html.indexOf('as="image"')).toBeLessThan(html.indexOf('<body'))
    })
  })
})

test.describe('A visitor without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('A visitor without JavaScript reads every public page in both languages, and is told what needs JavaScript', {
    tag: '@long',
  }, async ({ page }) => {
    await test.step('is led from a page that needs them to one that does not', async () => {
      await page.goto('/')
      await page.locator('noscript a').first().click()
      await expect(page).toHaveURL('/discover')
    })

    await test.step('goes from page to page, and is offered nothing that would do nothing', async () => {
      await expect(page.getByRole('button', { name: 'Dark mode' })).toHaveCount(0)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
      await expect(page).toHaveURL('/privacy-policy')
      await page.getByRole('banner').getByRole('link', { name: 'Loge, discover' }).click()
      await expect(page).toHaveURL('/discover')
    })

    for (const path of PUBLIC_PATHS) {
      await test.step(`reads ${path}, in the other language too`, async () => {
        // The language of the last page was remembered.
        await page.context().clearCookies()
        await page.goto(path)
        const title = page.getByRole('heading', { level: 1 })
        await expect(title).toBeVisible()
        const english = await title.textContent()
        if (NEEDS_SCRIPTS.includes(path)) {
          await test.step('is told what needs them', async () => {
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

test.describe('Input before hydration', () => {
  test('Input before hydration is not lost by Enter in the calculator, and is used', { tag: '@long' }, async ({
    page,
  }) => {
    await test.step('is not lost by a press of Enter in the calculator', async () => {
      const letGo = await holdScripts(page)
      await page.goto('/pricing?lang=en', { waitUntil: 'commit' })
      await page.getByLabel('The creator’s price').fill('50')
      await page.getByLabel('The creator’s price').press('Enter')
      await letGo()
      await expect(page.getByRole('heading', { name: '€50.00, France' })).toBeVisible()
      await expect(page).toHaveURL('/pricing?lang=en')
      await page.unroute('**/*.js')
    })

    await test.step('counts: the calculator answers for the price that stands in it', async () => {
      const letGo = await holdScripts(page)
      await page.goto('/pricing', { waitUntil: 'commit' })
      await page.getByLabel('The creator’s price').fill('100')
      await letGo()
      await expect(page.getByRole('heading', { name: '€100.00, France' })).toBeVisible()
      await expect(page.getByLabel('The creator’s price')).toHaveValue('100')
    })
  })

  test('Input before hydration stays in its form, and never gets into the URL, when it is submitted too early', async ({
    page,
  }) => {
    const letGo = await holdScripts(page)
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
    await letGo()
  })
})

test.describe('Hydration', () => {
  // The creators of other tests would move into the page as soon as it asks for them.
  test.beforeEach(({ page }) => answerLanding(page, EMPTY_LANDING))

  test('The app hydrates every public page unchanged, and renders the same after client-side navigation', async ({
    page,
  }) => {
    test.slow()
    // For who asks for less motion the banner's Pause becomes Play, once the app knows.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const sent = new Map<string, string[]>()
    for (const path of PUBLIC_PATHS) {
      await test.step(`takes ${path} over as it stands, without drawing it again; the title stays the same`, async () => {
        const letGo = await holdScripts(page)
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
        await letGo()
        await untilHydrated(page)
        await expect(page.locator('#root [data-was-there]')).toHaveCount(before)
        await expect(heading).toHaveCount(1)
        expect(await page.title()).toBe(title)
        await page.unroute('**/*.js')
      })
    }

    // Every one of them is now come to from another.
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
    const letGo = await holdScripts(page)
    await page.goto('/privacy-policy', { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeAttached()
    const place = await page.evaluate(() => {
      scrollTo(0, 500)
      return scrollY
    })
    expect(place).toBeGreaterThan(0)
    await letGo()
    await untilHydrated(page)
    // A font that arrives late may still move the text a little.
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(place / 2)
  })

  test('A signed-in member never sees Log in on a prerendered page', async ({ page, people }) => {
    await signInAs(page, people)
    const letGo = await holdScripts(page)
    await page.goto('/discover', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Log in', { exact: true }).first()).toBeHidden()
    await letGo()
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

test.describe('The metadata of public pages', () => {
  test('Every public page has its own title, description, canonical URL and alternate language', async ({
    request,
    baseURL,
  }) => {
    const told = new Set<string>()
    for (const path of PUBLIC_PATHS) {
      for (const language of LANGUAGES) {
        const html = await (await request.get(`${path}?lang=${language}`)).text()
        const content = (name: string) => html.match(new RegExp(`(?:name|property)="${name}" content="([^"]*)"`))?.[1]
        const description = content('description') ?? ''
        expect(description.length, `${path} ${language}`).toBeGreaterThanOrEqual(50)
        expect(description.length, `${path} ${language}`).toBeLessThanOrEqual(160)
        expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}?lang=${language}">`)
        for (const [other, address] of [
          ['en', `${path}?lang=en`],
          ['fr', `${path}?lang=fr`],
          ['x-default', path],
        ]) {
          expect(html).toContain(`<link rel="alternate" hreflang="${other}" href="${baseURL}${address}">`)
        }
        expect(content('og:title')).toBe(html.match(/<title>(.*)<\/title>/)?.[1])
        expect(content('og:locale')).toBe(language === 'fr' ? 'fr_FR' : 'en_GB')
        const picture = await request.get(content('og:image') ?? '')
        expect(picture.headers()['content-type']).toBe('image/jpeg')
        told.add(`${content('og:title')} ${description}`)
      }
    }
    expect(told.size).toBe(PUBLIC_PATHS.length * LANGUAGES.length)
  })

  test('Every URL of the site map responds, and the icons and the manifest exist', async ({ request, baseURL }) => {
    const map = await (await request.get('/sitemap.xml')).text()
    const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '')
    expect(addresses.length).toBeGreaterThan(10)
    for (const address of addresses) {
      expect(await (await request.get(address)).text()).toContain(`<link rel="canonical" href="${address}">`)
    }
    const manifest = await (await request.get('/manifest.webmanifest')).json()
    const icons = manifest.icons.map((icon: { src: string }) => icon.src)
    for (const icon of [...icons, '/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']) {
      const answer = await request.get(icon)
      expect(answer.headers()['content-type'], `${baseURL}${icon}`).toContain('image/')
    }
  })
})
