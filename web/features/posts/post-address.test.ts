import { expect, test } from 'vitest'
import { postSearch } from './post-address.ts'

test('The URL of a post over a page names the post, and keeps the other parameters', () => {
  expect(postSearch('', 'p1')).toBe('?post=p1')
  expect(postSearch('?lang=fr&post=p1', 'p2')).toBe('?lang=fr&post=p2')
})
