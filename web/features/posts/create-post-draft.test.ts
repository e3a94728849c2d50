import { describe, expect, it } from 'vitest'
import { DESCRIPTION_MAX, IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { type Draft, type DraftEvent, draftAfter, EMPTY_DRAFT, faultsOf } from './create-post-draft.ts'

const jpeg = new File(['x'], 'rehearsal.jpg', { type: 'image/jpeg' })
const svg = new File(['x'], 'stage.svg', { type: 'image/svg+xml' })
const huge = Object.defineProperty(new File([], 'huge.png', { type: 'image/png' }), 'size', {
  value: IMAGE_MAX_BYTES + 1,
})

function draftOf(...events: DraftEvent[]): Draft {
  return events.reduce(draftAfter, EMPTY_DRAFT)
}

const whole: DraftEvent[] = [
  { type: 'picked', file: jpeg },
  { type: 'described', description: 'Row G' },
  { type: 'protected', protected: true },
]

describe('A draft of a post', () => {
  it('cannot be sent without a file and a description, and spaces are none', () => {
    expect(faultsOf(EMPTY_DRAFT)).toEqual(['file', 'description'])
    expect(faultsOf(draftOf({ type: 'described', description: 'Row G' }))).toEqual(['file'])
    expect(faultsOf(draftOf(...whole, { type: 'described', description: ' \n ' }))).toEqual(['description'])
    expect(faultsOf(draftOf(...whole))).toEqual([])
  })

  it('cannot be sent with more words than the server takes; an emoji counts as the server counts it', () => {
    const words = '🎭'.repeat(DESCRIPTION_MAX)
    expect(faultsOf(draftOf(...whole, { type: 'described', description: words }))).toEqual([])
    expect(faultsOf(draftOf(...whole, { type: 'described', description: `${words}!` }))).toEqual(['description'])
  })

  it('does not take a file of another type or a larger one, and keeps the one it has', () => {
    expect(draftOf({ type: 'picked', file: svg })).toMatchObject({ file: null, picture_problem: 'file_type' })
    expect(draftOf(...whole, { type: 'picked', file: huge })).toMatchObject({
      file: jpeg,
      picture_problem: 'file_too_large',
    })
    expect(draftOf({ type: 'picked', file: svg }, { type: 'picked', file: jpeg }).picture_problem).toBeNull()
  })

  it.each([
    [new ApiError(415, { code: 'unsupported_type' }, null), 'file_type'],
    [new ApiError(413, null, null), 'file_too_large'],
    [new ApiError(422, { code: 'invalid', fields: { file: 'No' } }, null), 'file_beyond_limits'],
  ])('is told at the picture what is wrong with it: %s', (error, picture_problem) => {
    const refused = draftOf(...whole, { type: 'sent', share: 1 }, { type: 'failed', error })
    expect(refused).toMatchObject({ picture_problem, outcome: null, sent: null })
  })

  it('survives every failure', () => {
    const errors = [new TypeError('Failed to fetch'), new ApiError(500, null, null), new DOMException('', 'AbortError')]
    for (const error of errors) {
      const failed = draftOf(...whole, { type: 'sent', share: 0.5 }, { type: 'failed', error })
      expect(failed).toMatchObject({ file: jpeg, description: 'Row G', protected: true, sent: null })
      expect(failed.outcome?.type).toBe(error instanceof DOMException ? 'cancelled' : 'error')
      expect(draftAfter(failed, { type: 'sent', share: 0 }).outcome).toBeNull()
    }
  })

  it('is empty again when it is published', () => {
    expect(draftOf(...whole, { type: 'checked' }, { type: 'sent', share: 1 }, { type: 'published' })).toEqual(
      EMPTY_DRAFT,
    )
  })
})
