import { describe, expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { type Draft, draftAfter, EMPTY_DRAFT, faultsOf, problemOf } from './story-draft.ts'

const MB = 1024 * 1024
const picture = new File(['picture'], 'picture.jpg', { type: 'image/jpeg' })
const video = new File(['video'], 'video.mov', { type: 'video/quicktime' })

test.each([
  ['text/html', 1, 'media_type'],
  ['image/webp', 1, 'media_type'],
  ['', 1, 'media_type'],
  ['image/jpeg', 20 * MB, null],
  ['image/png', 20 * MB + 1, 'picture_too_large'],
  ['image/gif', 10 * MB, null],
  ['image/gif', 10 * MB + 1, 'gif_too_large'],
  ['video/mp4', 100 * MB, null],
  ['video/quicktime', 100 * MB + 1, 'video_too_large'],
] as const)('A file of type "%s" and %d bytes is judged before it is sent: %s', (type, size, problem) => {
  expect(problemOf({ type, size })).toBe(problem)
})

describe('A story that is being made', () => {
  const ready: Draft = { ...EMPTY_DRAFT, media: picture, description: 'From the wings' }

  test('lacks its media first, and its words then', () => {
    expect(faultsOf(EMPTY_DRAFT)).toEqual(['media', 'description'])
    expect(faultsOf({ ...ready, description: ' \n ' })).toEqual(['description'])
    expect(faultsOf({ ...ready, description: 'x'.repeat(5001) })).toEqual(['description'])
    expect(faultsOf(ready)).toEqual([])
  })

  test('keeps the file it has when another cannot be taken', () => {
    const after = draftAfter(ready, { type: 'picked', media: new File([], 'page.html', { type: 'text/html' }) })
    expect([after.media, after.media_problem]).toEqual([picture, 'media_type'])
  })

  test('lets a video go that turns out to be longer than a minute', () => {
    const picked = draftAfter(ready, { type: 'picked', media: video })
    expect(draftAfter(picked, { type: 'measured', seconds: 60 }).media).toBe(video)
    const after = draftAfter(picked, { type: 'measured', seconds: 60.5 })
    expect([after.media, after.media_problem]).toEqual([null, 'video_too_long'])
  })

  test('says of the file what the server refused it for', () => {
    const refused = (media: File, status: number, fields = {}) =>
      draftAfter(
        { ...ready, media, sent: 1 },
        { type: 'failed', error: new ApiError(status, { error: 'No', fields }, null) },
      )
    expect(refused(video, 415).media_problem).toBe('media_unreadable')
    expect(refused(picture, 415).media_problem).toBe('media_type')
    expect(refused(video, 413).media_problem).toBe('video_too_large')
    expect(refused(picture, 422, { 'story[media]': 'No' }).media_problem).toBe('media_unreadable')
    const other = refused(picture, 422)
    expect([other.media_problem, other.sent, other.description]).toEqual([null, null, 'From the wings'])
    expect(other.outcome).toMatchObject({ error: { status: 422 } })
  })

  test('that was cancelled is kept, and one that was published is not', () => {
    const sent = draftAfter(ready, { type: 'sent', share: 0.4 })
    const cancelled = draftAfter(sent, { type: 'failed', error: new DOMException('No more', 'AbortError') })
    expect([cancelled.outcome, cancelled.media, cancelled.sent]).toEqual(['cancelled', picture, null])
    expect(draftAfter(sent, { type: 'published' })).toEqual(EMPTY_DRAFT)
  })
})
