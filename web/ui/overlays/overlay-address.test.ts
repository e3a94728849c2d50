import { expect, test } from 'vitest'
import { withOverlay } from './overlay-address.ts'

test('The URL of a post over a page names the post, and keeps the other parameters', () => {
  expect(withOverlay('', 'post', 'p1')).toBe('?post=p1')
  expect(withOverlay('?lang=fr&post=p1', 'post', 'p2')).toBe('?lang=fr&post=p2')
})
