import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { button } from '#tests/e2e/support/page.ts'
import { passwordField } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const SINK = 'https://monitoring.test'
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

// In one worker, because each worker would build the app.
test.describe.configure({ mode: 'default' })

let folder = ''

test.beforeAll(async () => {
  test.setTimeout(60_000)
  folder = await mkdtemp(join(tmpdir(), 'loge-monitored-'))
  await build({
    configFile: resolve(import.meta.dirname, '../../../vite.config.ts'),
    logLevel: 'error',
    define: { 'import.meta.env.VITE_SENTRY_DSN': JSON.stringify(`${SINK.replace('//', '//key@')}/1`) },
    build: { outDir: folder, emptyOutDir: true },
  })
})

test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Serves a build with monitoring instead of the product's own, and returns its reports. */
async function monitored(page: Page, origin: string): Promise<string[]> {
  const reports: string[] = []
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/api/')) return route.continue()
    const file = extname(pathname) === '' ? 'index.html' : pathname
    const contentType = TYPES[extname(file)]
    // The part of the product's policy that could affect monitoring.
    const headers = { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" }
    return route.fulfill({ body: await readFile(join(folder, file)), headers, ...(contentType && { contentType }) })
  })
  await page.route(`${SINK}/**`, (route) => {
    reports.push(route.request().postDataBuffer()?.toString('utf8') ?? '')
    return route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } })
  })
  return reports
}

test.describe('Monitoring', () => {
  test('A build without a monitoring address contains no monitoring', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(requests.filter((url) => /sentry/i.test(url))).toEqual([])
  })

  // Spec 8.12
  test('A failed password reset is reported with a recording, without the link, passwords and texts', async ({
    page,
    product,
    expectRefusal,
  }) => {
    test.slow()
    const reports = await monitored(page, product.url)
    const loaded = page.waitForResponse((response) => /\/sentry-[^/]+\.js$/.test(response.url()))
    await page.goto('/confirm-reset-password?reset_password_token=PLANTED-TOKEN')
    await loaded
    await passwordField(page, 'New password').fill('PLANTED-PASSWORD')
    await passwordField(page, 'Confirm password').fill('PLANTED-PASSWORD')
    expectRefusal(422, '/api/users/password')
    await button(page, 'Reset Password').click()
    await expect(toast(page, 'Error while resetting password')).toBeVisible()

    await expect
      .poll(() => reports.filter((report) => report.includes('"type":"replay_recording"')).length, { timeout: 30_000 })
      .toBeGreaterThan(0)
    const error = reports.find((report) => report.includes('"type":"event"'))
    expect(error).toContain('ApiError')
    expect(error).toContain('"environment":"production"')
    const everything = reports.join('\n')
    expect(everything).toContain('/confirm-reset-password')
    for (const secret of ['PLANTED-TOKEN', 'PLANTED-PASSWORD', 'Set Your New Password', 'Failed to reset password']) {
      expect(everything).not.toContain(secret)
    }
  })
})
