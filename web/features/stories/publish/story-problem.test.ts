import { describe, expect, test } from 'vitest'
import { VIDEO_REFUSALS } from '#contract/errors.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { isTooLong, storyProblem, storyProblemText, storyRefusal } from './story-problem.ts'

const MB = 1024 * 1024
const picture = { type: 'image/jpeg' }
const gif = { type: 'image/gif' }
const video = { type: 'video/quicktime' }

// Spec 5.20, 9.30
test.each([
  ['text/html', 1, 'media_type'],
  ['image/webp', 1, 'media_type'],
  ['video/webm', 1, 'media_type'],
  ['', 1, 'media_type'],
  ['image/jpeg', 20 * MB, null],
  ['image/png', 20 * MB + 1, 'file_too_large'],
  ['image/gif', 10 * MB, null],
  ['image/gif', 10 * MB + 1, 'gif_too_large'],
  ['video/mp4', 100 * MB, null],
  ['video/quicktime', 100 * MB + 1, 'video_too_large'],
] as const)('A story file of type "%s" with %d bytes is checked before it is sent: %s', async (type, size, problem) => {
  const file = Object.defineProperty(new File([], 'file', { type }), 'size', { value: size })
  expect(await storyProblem(file)).toBe(problem)
})

test('A video may last a minute, plus a few frames', () => {
  expect([60, 60.4, 60.5, 61].map(isTooLong)).toEqual([false, false, true, true])
})

describe('Refused story files', () => {
  const refused = (file: { type: string }, status: number, body = {}) =>
    storyRefusal(new ApiError(status, { error: 'No', ...body }, null), file)

  test.each(VIDEO_REFUSALS)(
    'A video that the server refuses has its own message in both languages: %s',
    async (reason) => {
      // For any declared type, because the server judged the bytes.
      expect([refused(video, 415, { reason }), refused(picture, 422, { reason })]).toEqual([reason, reason])
      const said = new Set<string>()
      for (const locale of ['en', 'fr'] as const) {
        await switchLanguage(locale)
        await loadNamespace('members')
        said.add(storyProblemText(reason))
      }
      expect(said.size).toBe(2)
      for (const words of said) expect(words).toMatch(/^[A-Z].*\.$/)
    },
  )

  test('A video that is refused for an unknown reason gets a general message', () => {
    expect(refused(video, 415, { reason: 'too_loud' })).toBe('unreadable')
    expect(refused(video, 415)).toBe('unreadable')
    expect(refused(picture, 415)).toBe('media_type')
  })

  test('A file that is refused for its size or pixels gets the message for its type', () => {
    expect([video, gif, picture].map((file) => refused(file, 413))).toEqual([
      'video_too_large',
      'gif_too_large',
      'file_too_large',
    ])
    expect(refused(gif, 422, { fields: { 'story[media]': 'No' } })).toBe('file_beyond_limits')
  })

  test('A refusal that is not about the file is not shown at the file', () => {
    expect(refused(video, 422, { fields: { 'story[expires_at]': 'No' } })).toBeNull()
    expect(storyRefusal(new TypeError('Failed to fetch'), video)).toBeNull()
  })
})
