import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { message } from '#tests/support/web/thread-fixtures.ts'
import { loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { MessageItem } from './message-item.tsx'

beforeAll(async () => {
  await Promise.all([loadNamespace('members'), switchLanguage('en')])
})
afterAll(() => switchLanguage('en'))

const other = { name: 'amy', username: 'amy', known_name: 'amy', profile_pic: null }
const reactions = { counts: { '🔥': 1 }, user_reactions: [], total_count: 1 }

function item(): string {
  return renderToStaticMarkup(
    <MessageItem
      conversation_id="c1"
      message={message(1, { content: 'The placeholder of the server', is_removed: true, reactions })}
      speaker="amy:"
      other={other}
      isFirst
      isAnnounced={false}
      isCurrent
      isClosed={false}
    />,
  )
}

describe('A message that staff have removed', () => {
  it.each([
    ['en', 'Message removed'],
    ['fr', 'Message retiré'],
  ] as const)('A removed message says so in %s, and has no reactions and no menu', async (locale, words) => {
    await switchLanguage(locale)
    const shown = item()
    expect(shown).toContain(words)
    for (const absent of ['placeholder', '🔥', '<button']) expect(shown).not.toContain(absent)
  })
})
