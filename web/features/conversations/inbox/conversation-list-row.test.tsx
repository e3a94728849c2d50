import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { ConversationSummary } from '#contract/conversations.ts'
import { loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { ConversationListRow } from './conversation-list-row.tsx'

beforeAll(async () => {
  await Promise.all([loadNamespace('members'), switchLanguage('en')])
})

const SAID = 'مرحبا (hello) !'

function row(sender_id: string, is_removed = false): string {
  const conversation: ConversationSummary = {
    id: '019ba4d2-0000-7000-8000-000000000000',
    creator_id: 'creator',
    creator: { username: 'ana', is_deleted: false, profile: { name: 'ana', profile_pic: '/media/ana' } },
    initiator: { username: 'theo', is_deleted: false },
    unread_count: 0,
    last_message: { content: SAID, created_at: '2026-11-16T12:00:00.000Z', sender_id, is_removed },
    can_send_messages: true,
    is_closed: false,
    is_blocked: false,
  }
  return renderToStaticMarkup(
    <MemoryRouter>
      <ConversationListRow conversation={conversation} viewer_id="theo" isFarDown={false} />
    </MemoryRouter>,
  )
}

test('A message in a right-to-left language is shown from right to left in the list of conversations, also after “You:”', () => {
  expect(row('creator')).toMatch(new RegExp(`<span dir="auto"[^>]*>${SAID.replace(/[()]/g, '\\$&')}</span>`))
  expect(row('theo')).toContain(`You: <bdi>${SAID}</bdi>`)
})

test('The list of conversations says of a removed last message that it was removed', () => {
  for (const sender of ['creator', 'theo']) {
    expect(row(sender, true)).toContain('Message removed')
    expect(row(sender, true)).not.toContain(SAID)
  }
})

test('The portrait in a list is fetched in the width for portraits, and not in that of a post', () => {
  expect(row('creator')).toContain('/media/ana?w=160"')
})
