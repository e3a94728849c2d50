import { describe, expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { placeOf, successorOf, swipeOf, wantsAnotherPage } from './lightbox-place.ts'

function listOf(count: number): Post[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `post-${index + 1}`,
    username: 'amy',
    profile_id: 'amy',
    profile_pic: null,
    file: null,
    accessible_until: null,
    description: '',
    protected: false,
    liked: false,
    likes_count: 0,
    reports: [],
  }))
}

function place(count: number, position: number) {
  const found = placeOf(listOf(count), `post-${position}`)
  if (!found) throw new Error('It is not in the list')
  return found
}

describe('The place of a post', () => {
  it('is unknown when the list does not hold it', () => {
    expect(placeOf(listOf(3), 'post-4')).toBeNull()
    expect(placeOf([], 'post-1')).toBeNull()
  })

  it('counts from one and names its neighbours', () => {
    expect(place(5, 2)).toMatchObject({
      position: 2,
      count: 5,
      previous: { id: 'post-1' },
      next: { id: 'post-3' },
    })
  })

  it('has nothing before the first and nothing after the last', () => {
    expect(place(5, 1).previous).toBeNull()
    expect(place(5, 5).next).toBeNull()
    expect(place(1, 1)).toMatchObject({ previous: null, next: null })
  })

  it('goes to the next post when it is deleted, else to the one before, else to none', () => {
    expect(successorOf(place(5, 2))?.id).toBe('post-3')
    expect(successorOf(place(5, 5))?.id).toBe('post-4')
    expect(successorOf(place(1, 1))).toBeNull()
  })
})

describe('Another page is sent for', () => {
  it('near the end of what is loaded, and not before', () => {
    expect(wantsAnotherPage(place(30, 27), { pages: 1, hasNextPage: true })).toBe(false)
    expect(wantsAnotherPage(place(30, 28), { pages: 1, hasNextPage: true })).toBe(true)
    expect(wantsAnotherPage(place(30, 30), { pages: 1, hasNextPage: false })).toBe(false)
  })

  it('to find a post that is not loaded, but not without end', () => {
    expect(wantsAnotherPage(null, { pages: 9, hasNextPage: true })).toBe(true)
    expect(wantsAnotherPage(null, { pages: 10, hasNextPage: true })).toBe(false)
    expect(wantsAnotherPage(null, { pages: 1, hasNextPage: false })).toBe(false)
  })
})

describe('A finger', () => {
  it('leads nowhere when it hardly moved, or moved up or down', () => {
    expect(swipeOf({ x: 30, y: 0 })).toBeNull()
    expect(swipeOf({ x: -60, y: 80 })).toBeNull()
    expect(swipeOf({ x: 60, y: -60 })).toBeNull()
  })

  it('that goes to the left brings the next post, to the right the one before', () => {
    expect(swipeOf({ x: -60, y: 10 })).toBe('next')
    expect(swipeOf({ x: 60, y: -10 })).toBe('previous')
  })
})
