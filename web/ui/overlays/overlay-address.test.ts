import { expect, test } from 'vitest'
import { withOverlay } from './overlay-address.ts'

test('A post over a page is named in its address, and whatever else that says stays', () => {
  expect(withOverlay('', 'post', 'p1')).toBe('?post=p1')
  expect(withOverlay('?lang=fr&post=p1', 'post', 'p2')).toBe('?lang=fr&post=p2')
})
