import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/**
 * Every file that sends mails, with the test that presses the way out of its mails once, or the reason why they have none.
 * Mails that nobody asked for need one: whoever adds such a file adds its way out first.
 */
const SENDERS: Record<string, { one_click: string } | { none: string }> = {
  'features/notices/jobs.ts': { one_click: 'server/features/notices/mail-kinds.test.ts' },
  'features/newsletter/jobs.ts': { one_click: 'server/features/newsletter/unsubscribing.test.ts' },
  'features/accounts/jobs.ts': {
    none: 'security: links that were asked for, and changes of the password and the address',
  },
  'features/second-factors/jobs.ts': { none: 'security: somebody asks to remove the second factor' },
  'features/sessions/jobs.ts': { none: 'security: a sign-in on a new device' },
  'features/deletion/erasure.ts': { none: 'security: the account is going to be erased' },
  'features/content-notices/jobs.ts': { none: 'the receipt and the outcome that the law wants, once each' },
  'features/decisions/staff-mails.ts': { none: 'to staff, about work that waits' },
  'features/contact/jobs.ts': { none: 'to the house, what a visitor wrote' },
  'features/system/health/test-mail.ts': { none: 'to the operator who has just asked for it' },
}

it('Whatever sends mails has a way out that a test presses, or a reason to have none', () => {
  const senders = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.endsWith('.test.ts') &&
      path !== 'jobs/bounded-mail.ts' &&
      /\b(sendBounded(Alone)?|mail\.send)\(/.test(readFileSync(join(root, 'server', path), 'utf8')),
  )
  expect(senders.toSorted()).toEqual(Object.keys(SENDERS).toSorted())
  for (const [path, way] of Object.entries(SENDERS)) {
    if ('none' in way) expect(readFileSync(join(root, 'server', path), 'utf8'), path).not.toContain('unsubscribe')
    else expect(readFileSync(join(root, way.one_click), 'utf8'), path).toContain("'List-Unsubscribe=One-Click'")
  }
})
