import { expect, test } from 'vitest'
import { aPicture, aPost } from '#tests/support/web/post-fixtures.ts'
import { picturesOf, placeIn, showPicture } from './album-place.ts'

test('An album is seen from its first picture, ends at its last, and is found where it was left', () => {
  expect(placeIn('a', 3)).toBe(0)
  showPicture('a', -1, 3)
  expect(placeIn('a', 3)).toBe(0)
  showPicture('a', 2, 3)
  showPicture('a', 3, 3)
  expect(placeIn('a', 3)).toBe(2)
  expect(placeIn('b', 3)).toBe(0)
  // One picture was removed meanwhile.
  expect(placeIn('a', 2)).toBe(1)
})

test('A locked post has no pictures and does not tell how many there are', () => {
  expect(picturesOf(aPost({ files: [aPicture(), aPicture()] }))).toHaveLength(2)
  expect(picturesOf(aPost({ file: null, files: [] }))).toEqual([])
})
