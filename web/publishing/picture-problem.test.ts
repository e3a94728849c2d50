import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { pictureRefusal } from './picture-problem.ts'

test.each([
  [new ApiError(415, { code: 'unsupported_type' }, null), 'file_type'],
  [new ApiError(413, null, null), 'file_too_large'],
  [new ApiError(422, { code: 'invalid', fields: { file: 'No' } }, null), 'file_beyond_limits'],
  [new ApiError(422, { code: 'invalid', fields: { profile_pic: 'No' } }, null), 'file_beyond_limits'],
  [new ApiError(422, { code: 'invalid', fields: { description: 'No' } }, null), null],
  [new TypeError('Failed to fetch'), null],
])('Which problem of the picture a refusal means: %s', (error, problem) => {
  expect(pictureRefusal(error)).toBe(problem)
})
