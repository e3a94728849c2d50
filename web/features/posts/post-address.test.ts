import { expect, test } from 'vitest'
import { postSearch } from './post-address.ts'

test('A post over a page is named in its address, and whatever else that says stays', () => {
  expect(postSearch('', 'p1')).toBe('?post=p1')
  expect(postSearch('?lang=fr&post=p1', 'p2')).toBe('?lang=fr&post=p2')
})
