import { describe, expect, it } from 'vitest'
import { DESCRIPTION_MAX } from '#contract/schemas.ts'
import { ApiError } from '#web/lib/api-error.ts'
import {
  type Draft,
  type DraftEvent,
  draftReducer,
  EMPTY_DRAFT,
  type FileRules,
  fieldsToKeep,
  invalidFieldsOf,
  restoredDraft,
} from './publish-draft.ts'

const jpeg = new File(['x'], 'rehearsal.jpg', { type: 'image/jpeg' })
const svg = new File(['x'], 'stage.svg', { type: 'image/svg+xml' })
const huge = new File([], 'huge.png', { type: 'image/png' })

type Problem = 'file_type' | 'file_too_large' | 'refused'

const RULES: Pick<FileRules<Problem>, 'refusalOf'> = {
  refusalOf: (error) => (error instanceof ApiError && error.status === 415 ? 'refused' : null),
}

function draftOf(...events: DraftEvent<Problem>[]): Draft<Problem> {
  return events.reduce<Draft<Problem>>((draft, event) => draftReducer(RULES, draft, event), EMPTY_DRAFT)
}

const whole: DraftEvent<Problem>[] = [
  { type: 'picked', file: jpeg, problem: null },
  { type: 'described', description: 'Row G' },
  { type: 'protected', protected: true },
]

describe('The draft of a post or a story', () => {
  it('A draft without a file or a description cannot be sent, and spaces are no description', () => {
    expect(invalidFieldsOf(EMPTY_DRAFT)).toEqual(['file', 'description'])
    expect(invalidFieldsOf(draftOf({ type: 'described', description: 'Row G' }))).toEqual(['file'])
    expect(invalidFieldsOf(draftOf(...whole, { type: 'described', description: ' \n ' }))).toEqual(['description'])
    expect(invalidFieldsOf(draftOf(...whole))).toEqual([])
  })

  it('A draft with too long a description cannot be sent, and an emoji counts as one character', () => {
    const words = '🎭'.repeat(DESCRIPTION_MAX)
    expect(invalidFieldsOf(draftOf(...whole, { type: 'described', description: words }))).toEqual([])
    expect(invalidFieldsOf(draftOf(...whole, { type: 'described', description: `${words}!` }))).toEqual(['description'])
  })

  it('A draft refuses a file of a wrong type or size, and keeps the previous file', () => {
    expect(draftOf({ type: 'picked', file: svg, problem: 'file_type' })).toMatchObject({
      file: null,
      file_problem: 'file_type',
      is_kept: false,
    })
    expect(draftOf(...whole, { type: 'picked', file: huge, problem: 'file_too_large' })).toMatchObject({
      file: jpeg,
      file_problem: 'file_too_large',
      is_kept: true,
    })
    expect(
      draftOf({ type: 'picked', file: svg, problem: 'file_type' }, { type: 'picked', file: jpeg, problem: null })
        .file_problem,
    ).toBeNull()
  })

  it('A draft drops a file that proves to be invalid later', () => {
    const rejected = draftOf(...whole, { type: 'rejected', problem: 'file_too_large' })
    expect(rejected).toMatchObject({ file: null, file_problem: 'file_too_large', description: 'Row G' })
  })

  it('A draft keeps a file that the server has refused, with the problem at the file', () => {
    const error = new ApiError(415, null, null)
    const refused = draftOf(...whole, { type: 'sent', share: 1 }, { type: 'failed', error })
    expect(refused).toMatchObject({ file: jpeg, file_problem: 'refused', is_kept: false, outcome: null, sent: null })
  })

  it('A draft keeps its content after every failure', () => {
    const errors = [new TypeError('Failed to fetch'), new ApiError(500, null, null), new DOMException('', 'AbortError')]
    for (const error of errors) {
      const failed = draftOf(...whole, { type: 'sent', share: 0.5 }, { type: 'failed', error })
      expect(failed).toMatchObject({ file: jpeg, description: 'Row G', protected: true, sent: null })
      expect(failed.outcome).toEqual(error instanceof DOMException ? 'cancelled' : { error })
      expect(draftReducer(RULES, failed, { type: 'sent', share: 0 }).outcome).toBeNull()
    }
  })

  it('A draft is empty after it was published', () => {
    expect(draftOf(...whole, { type: 'checked' }, { type: 'sent', share: 1 }, { type: 'published' })).toEqual(
      EMPTY_DRAFT,
    )
  })
})

describe('A draft that is kept while the page is closed', () => {
  const kept = { description: 'Row G', protected: true, file_name: 'rehearsal.jpg' }

  it('Nothing is kept of an empty form, also when only spaces were typed or the switch was moved', () => {
    for (const events of [
      [],
      [{ type: 'described', description: ' \n' }],
      [{ type: 'protected', protected: true }],
      [...whole, { type: 'discarded' }],
      [...whole, { type: 'published' }],
    ] satisfies DraftEvent<Problem>[][]) {
      expect(fieldsToKeep(draftOf(...events))).toEqual({})
    }
    expect(restoredDraft({}, null)).toEqual(EMPTY_DRAFT)
  })

  it('Words and choices come back, and the name of the picture that has to be chosen again', () => {
    expect(fieldsToKeep(draftOf(...whole))).toEqual(kept)
    const restored = restoredDraft(kept, null)
    expect(restored).toMatchObject({ description: 'Row G', protected: true, file: null, is_restored: true })
    expect(restored.lost_file).toBe('rehearsal.jpg')
    // A second reload does not forget it.
    expect(fieldsToKeep(restored)).toEqual(kept)
    expect(draftReducer(RULES, restored, { type: 'picked', file: jpeg, problem: null }).lost_file).toBeNull()
    expect(draftReducer(RULES, restored, { type: 'picked', file: svg, problem: 'file_type' }).lost_file).toBe(
      'rehearsal.jpg',
    )
  })

  it('Within a tab the picture comes back too', () => {
    expect(restoredDraft(kept, jpeg)).toMatchObject({ file: jpeg, lost_file: null, is_restored: true })
  })

  it('Fields of another kind are ignored', () => {
    expect(restoredDraft({ description: true, protected: 'yes', file_name: false }, null)).toEqual({
      ...EMPTY_DRAFT,
      is_restored: true,
    })
  })
})
