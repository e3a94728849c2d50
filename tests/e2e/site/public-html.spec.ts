import { PUBLIC_PATHS } from '#contract/public-paths.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const LANGUAGES = ['en', 'fr'] as const

function rootOf(html: string): string {
  return html.slice(html.indexOf('<div id="root">'), html.indexOf('<template id="no-start">'))
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

    await test.step('Every picture has its size, and the first ones are preloaded', async () => {
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
