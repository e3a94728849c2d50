import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { ReactionChips } from './reaction-chips.tsx'

beforeAll(async () => {
  await Promise.all([loadNamespace('members'), switchLanguage('en')])
})

// Spec 9.20
test('A reaction of more than nine people is shown and read out as 9+', () => {
  const reactions = { counts: { '👍': 9, '🔥': 10 }, user_reactions: [], total_count: 19 }
  const chips = renderToStaticMarkup(
    <ReactionChips reactions={reactions} isOwn={false} isClosed={false} onToggle={() => {}} />,
  )
  expect([...chips.matchAll(/aria-label="([^"]+, [^"]+)"/g)].map(([, name]) => name)).toEqual([
    'Thumbs up, 9',
    'Fire, 9+',
  ])
  expect(chips.replaceAll(/<[^>]+>/g, '')).toBe('👍9🔥9+')
})
