import type { Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import { postsBy } from '#tests/e2e/support/feed.ts'
import { lightbox, pictureLink } from '#tests/e2e/support/lightbox.ts'
import { viewerOf } from '#tests/e2e/support/stories.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { everythingKept, feedSaved, hashOf, type Kept, workerStarted } from '#tests/e2e/support/worker.ts'
import { clip } from '#tests/support/files/clips.ts'
import { TOKEN_STORAGE_KEY } from '#web/lib/session.ts'

test.use({ serviceWorkers: 'allow' })

const SECRET_WORDS = 'Only between the two of us'

/** The hashes of all widths of a picture, as this person gets them. */
async function hashesOf(page: Page, { file }: Pick<Post, 'file'>, token: string): Promise<string[]> {
  const hashes = []
  for (const query of ['', '?w=480', '?w=960', '?w=1600']) {
    const answer = await page.request.get(`/api${file}${query}`, { headers: { authorization: token } })
    expect(answer.status()).toBe(200)
    hashes.push(hashOf(await answer.body()))
  }
  return hashes
}

/** What a browser may keep of a site: files and pages of the app, public pictures, and the saved feed, which has no answer of the API. */
function wrongIn(kept: Kept[], { secrets, bytes }: { secrets: string[]; bytes: string[] }): string[] {
  return kept.flatMap(({ place, url, headers, text, hash }) => {
    const why = [
      place.startsWith('database') && 'a database',
      /no-store|private/.test(headers['cache-control'] ?? '') && 'must not be kept',
      url.includes('?') && 'has a query',
      url.includes('/api/') &&
        !/^public/.test(headers['cache-control'] ?? '') &&
        'an answer of the API that is not public',
      bytes.includes(hash) && 'protected bytes',
      ...secrets.map((secret) => (text.includes(secret) || url.includes(secret)) && `contains ${secret}`),
    ].filter((each) => each !== false)
    return why.map((reason) => `${place} ${url}: ${reason}`)
  })
}

test('A subscriber who has seen everything leaves no protected bytes, no private answer and no token in any cache', async ({
  page,
  people,
  product,
  authors,
}) => {
  test.slow()
  const [amy, fan] = [await authors.author(), await people.member()]
  await people.subscribe(fan, amy)
  const open = await people.post(amy, { description: 'For everybody', seed: 61 })
  const locked = await people.post(amy, { description: 'For subscribers', seed: 62, isProtected: true })
  const story = await authors.publish(amy, { description: 'A protected story', isProtected: true })
  await authors.publish(amy, {
    description: 'A protected video',
    isProtected: true,
    media: await clip('sixty-seconds.mp4'),
  })
  const talk = await Talk.begin(product, fan, amy, SECRET_WORDS)
  const seen = await people.call<Post[]>(fan, 'GET', '/posts')
  const lockedPath = seen.find(({ id }) => id === locked.id)?.file ?? ''

  await people.signedIn(page, fan)
  await page.goto('/')
  await workerStarted(page)
  // A second visit goes through the worker from its first request on.
  await page.reload()
  await feedSaved(page, 'For everybody', 2)
  await expect(postsBy(page, amy).getByRole('img', { name: 'For subscribers' })).toBeVisible()
  await pictureLink(page, locked).click()
  await expect(lightbox(page).getByRole('img', { name: 'For subscribers' })).toBeVisible()
  await page.goto(`/${amy.username}`)
  await expect(page.getByRole('img', { name: 'For subscribers' }).first()).toBeVisible()
  await page.goto(`/?story=${story.id}`)
  await expect(viewerOf(page).viewer).toBeVisible()
  await expect(viewerOf(page).video).toBeVisible()
  await page.goto(talk.path)
  await expect(page.getByRole('log').getByText(SECRET_WORDS)).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.goto('/')
  await expect(postsBy(page, amy)).toHaveCount(2)
  await feedSaved(page, 'For everybody', 2)

  const kept = await everythingKept(page)
  const token = await page.evaluate((key) => localStorage.getItem(key) ?? '', TOKEN_STORAGE_KEY)
  const mediaId = (path: string) => path.split('/').at(-1)?.split('.')[0] ?? ''
  const secrets = [token, fan.token, fan.email, SECRET_WORDS, 'For subscribers', 'A protected', mediaId(lockedPath)]
  expect(secrets.every((secret) => secret.length > 8)).toBe(true)
  const bytes = await hashesOf(page, { file: lockedPath }, fan.token)
  expect(wrongIn(kept, { secrets, bytes })).toEqual([])
  // The hunt sees what is there: the shell, the feed, and the public picture.
  expect(kept.filter(({ url }) => url.includes('/assets/')).length).toBeGreaterThan(10)
  const openBytes = await hashesOf(page, open, fan.token)
  expect(kept.some(({ hash }) => openBytes.includes(hash))).toBe(true)
  expect(wrongIn(kept, { secrets: ['For everybody'], bytes: openBytes })).toHaveLength(2)
})
