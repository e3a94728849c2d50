import { describe, expect, it } from 'vitest'
import { GIF_MAX_BYTES, IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { PICTURE_TYPES, pictureProblem } from './picked-file.ts'

describe('A picture somebody picked', () => {
  it.each(['image/svg+xml', 'image/webp', 'video/mp4', 'application/pdf', ''])('is not taken as %s', (type) => {
    expect(pictureProblem({ type, size: 10 })).toBe('file_type')
  })

  it('may be as large as the server takes it, and no larger', () => {
    expect(pictureProblem({ type: 'image/jpeg', size: IMAGE_MAX_BYTES })).toBeNull()
    expect(pictureProblem({ type: 'image/png', size: IMAGE_MAX_BYTES + 1 })).toBe('file_too_large')
    expect(pictureProblem({ type: 'image/gif', size: GIF_MAX_BYTES })).toBeNull()
    expect(pictureProblem({ type: 'image/gif', size: GIF_MAX_BYTES + 1 })).toBe('gif_too_large')
  })

  it('is a JPEG, a PNG or a GIF, and the picker offers nothing else', () => {
    expect(PICTURE_TYPES).toBe('image/jpeg,image/png,image/gif')
  })
})
