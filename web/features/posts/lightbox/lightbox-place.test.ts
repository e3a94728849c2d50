import { describe, expect, it } from 'vitest'
import { POSTS_COUNTED_MAX, type PostCount } from '#contract/posts.ts'
import { aPost } from '#tests/support/web/post-fixtures.ts'
import { endsToLoad, placeOf, remainingOf, successorOf } from './lightbox-place.ts'

const NONE = { count: 0, is_more: false }
const exactly = (count: number): PostCount => ({ count, is_more: false })
const moreThan = (count: number): PostCount => ({ count, is_more: true })

function listOf(count: number) {
  return Array.from({ length: count }, (_, index) => aPost({ id: `post-${index + 1}` }))
}

function place(count: number, position: number, beyond: { newer?: PostCount | null; older?: PostCount | null } = {}) {
  const found = placeOf({ posts: listOf(count), newer: NONE, older: NONE, ...beyond }, `post-${position}`)
  if (!found) throw new Error('It is not in the list')
  return found
}

describe('The place of a post in its list', () => {
  it('A post that is not in the list has no place', () => {
    expect(placeOf({ posts: listOf(3), newer: NONE, older: NONE }, 'post-4')).toBeNull()
    expect(placeOf({ posts: [], newer: NONE, older: NONE }, 'post-1')).toBeNull()
  })

  it('The place of a post counts from one and names its neighbours', () => {
    expect(place(5, 2)).toMatchObject({
      position: exactly(2),
      count: exactly(5),
      previous: { id: 'post-1' },
      next: { id: 'post-3' },
    })
  })

  it('The first post has no previous one, and the last has no next one', () => {
    expect(place(5, 1).previous).toBeNull()
    expect(place(5, 5).next).toBeNull()
    expect(place(1, 1)).toMatchObject({ previous: null, next: null })
  })

  it('The place of a post is counted in the whole list, not only in the loaded part', () => {
    expect(place(30, 2, { older: exactly(49) })).toMatchObject({ position: exactly(2), count: exactly(79) })
    expect(place(5, 2, { newer: exactly(40), older: exactly(3) })).toMatchObject({
      position: exactly(42),
      count: exactly(48),
    })
  })

  it('While the rest of the list is not counted, the total is “more than” and an unknown position is left out', () => {
    expect(place(30, 2, { older: null }).count).toEqual(moreThan(30))
    expect(place(5, 2, { newer: null, older: exactly(3) })).toMatchObject({ position: null, count: { is_more: true } })
  })

  it('In a list of more than a thousand posts, the total is “more than a thousand”, or more than the position', () => {
    const many = moreThan(POSTS_COUNTED_MAX)
    expect(place(30, 2, { older: many })).toMatchObject({ position: exactly(2), count: many })
    expect(place(1200, 1100, { older: many })).toMatchObject({ position: exactly(1100), count: moreThan(1100) })
    expect(place(5, 2, { newer: many, older: exactly(3) })).toMatchObject({ position: many, count: many })
  })

  it('After a deletion the next post is shown, otherwise the one before, otherwise none', () => {
    expect(successorOf(place(5, 2))?.id).toBe('post-3')
    expect(successorOf(place(5, 5))?.id).toBe('post-4')
    expect(successorOf(place(1, 1))).toBeNull()
  })
})

describe('Loading more posts in the lightbox', () => {
  it('More posts are loaded near an end of the loaded part, and not before', () => {
    expect(endsToLoad(listOf(30), 'post-4')).toEqual({ newer: false, older: false })
    expect(endsToLoad(listOf(30), 'post-3')).toEqual({ newer: true, older: false })
    expect(endsToLoad(listOf(30), 'post-27')).toEqual({ newer: false, older: false })
    expect(endsToLoad(listOf(30), 'post-28')).toEqual({ newer: false, older: true })
    expect(endsToLoad(listOf(1), 'post-1')).toEqual({ newer: true, older: true })
    expect(endsToLoad(listOf(3), 'post-9')).toEqual({ newer: false, older: false })
  })
})

it('Posts that were loaded since the count are subtracted from it', () => {
  expect(remainingOf(undefined, 3)).toBeNull()
  expect(remainingOf(exactly(49), 30)).toEqual(exactly(19))
  expect(remainingOf(exactly(2), 3)).toEqual(exactly(0))
})
