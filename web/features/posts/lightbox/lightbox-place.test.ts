import { describe, expect, it } from 'vitest'
import { POSTS_COUNTED_MAX, type PostCount } from '#contract/posts.ts'
import { aPost } from '#tests/support/posts.ts'
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

describe('The place of a post', () => {
  it('is unknown when the list does not hold it', () => {
    expect(placeOf({ posts: listOf(3), newer: NONE, older: NONE }, 'post-4')).toBeNull()
    expect(placeOf({ posts: [], newer: NONE, older: NONE }, 'post-1')).toBeNull()
  })

  it('counts from one and names its neighbours', () => {
    expect(place(5, 2)).toMatchObject({
      position: exactly(2),
      count: exactly(5),
      previous: { id: 'post-1' },
      next: { id: 'post-3' },
    })
  })

  it('has nothing before the first and nothing after the last', () => {
    expect(place(5, 1).previous).toBeNull()
    expect(place(5, 5).next).toBeNull()
    expect(place(1, 1)).toMatchObject({ previous: null, next: null })
  })

  it('is one in the whole list, not in what is loaded of it', () => {
    expect(place(30, 2, { older: exactly(49) })).toMatchObject({ position: exactly(2), count: exactly(79) })
    expect(place(5, 2, { newer: exactly(40), older: exactly(3) })).toMatchObject({
      position: exactly(42),
      count: exactly(48),
    })
  })

  it('says only that there is more while the rest is not counted, and no position that nobody knows', () => {
    expect(place(30, 2, { older: null }).count).toEqual(moreThan(30))
    expect(place(5, 2, { newer: null, older: exactly(3) })).toMatchObject({ position: null, count: { is_more: true } })
  })

  it('of more than a thousand is among more than a thousand, or more than it has gone through', () => {
    const many = moreThan(POSTS_COUNTED_MAX)
    expect(place(30, 2, { older: many })).toMatchObject({ position: exactly(2), count: many })
    expect(place(1200, 1100, { older: many })).toMatchObject({ position: exactly(1100), count: moreThan(1100) })
    expect(place(5, 2, { newer: many, older: exactly(3) })).toMatchObject({ position: many, count: many })
  })

  it('goes to the next post when it is deleted, else to the one before, else to none', () => {
    expect(successorOf(place(5, 2))?.id).toBe('post-3')
    expect(successorOf(place(5, 5))?.id).toBe('post-4')
    expect(successorOf(place(1, 1))).toBeNull()
  })
})

describe('More of the list is sent for', () => {
  it('near an end of what is loaded, and not before', () => {
    expect(endsToLoad(listOf(30), 'post-4')).toEqual({ newer: false, older: false })
    expect(endsToLoad(listOf(30), 'post-3')).toEqual({ newer: true, older: false })
    expect(endsToLoad(listOf(30), 'post-27')).toEqual({ newer: false, older: false })
    expect(endsToLoad(listOf(30), 'post-28')).toEqual({ newer: false, older: true })
    expect(endsToLoad(listOf(1), 'post-1')).toEqual({ newer: true, older: true })
    expect(endsToLoad(listOf(3), 'post-9')).toEqual({ newer: false, older: false })
  })
})

it('What is loaded of a count is no longer beyond it', () => {
  expect(remainingOf(undefined, 3)).toBeNull()
  expect(remainingOf(exactly(49), 30)).toEqual(exactly(19))
  expect(remainingOf(exactly(2), 3)).toEqual(exactly(0))
})
