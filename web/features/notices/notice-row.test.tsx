import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { addTranslations, loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { memberTranslations } from '#web/lib/i18n/member-namespaces.ts'
import { NoticeRow } from './notice-row.tsx'

beforeAll(async () => {
  addTranslations(memberTranslations)
  await Promise.all([loadNamespace('notices'), switchLanguage('en')])
})

function row(shown: Pick<Notice, 'text' | 'names'>): string {
  const notice: Notice = {
    id: '019ba4d2-0000-7000-8000-000000000000',
    kind: 'new_message',
    created_at: '2026-11-16T12:00:00.000Z',
    read: true,
    post_id: null,
    path: null,
    may_answer: false,
    answer: null,
    ...shown,
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <NoticeRow notice={notice} isNew={false} now={0} user_id="theo" />
    </MemoryRouter>,
  )
  return html.replaceAll(/ class="[^"]*"/g, '')
}

test('A notice of a server that tells no names is shown with its text', () => {
  expect(row({ text: 'amy wrote to you.' })).toContain('<p>amy wrote to you.</p>')
})

test('The names in a notice are bold, and nothing else', () => {
  const text = 'amy invites zoe.'
  expect(row({ text, names: [] })).toContain(`<p>${text}</p>`)
  const names = [
    { from: 0, to: 3 },
    { from: 12, to: 15 },
  ]
  expect(row({ text, names })).toContain('<p><b>amy</b> invites <b>zoe</b>.</p>')
})
