import { describe, expect, it } from 'vitest'
import { GIF_MAX_BYTES, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '#contract/media.ts'
import { PICTURE_TYPES, pictureProblem } from './picked-file.ts'

/** A file with this declared type and size. */
function file(type: string, size: number, bytes: Uint8Array<ArrayBuffer> = new Uint8Array()): File {
  return Object.defineProperty(new File([bytes], 'picture', { type }), 'size', { value: size })
}

/** The header of a PNG with these dimensions. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(24))
  view.setUint32(0, 0x89504e47)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return new Uint8Array(view.buffer)
}

describe('A picture somebody picked', () => {
  it.each(['image/svg+xml', 'image/webp', 'video/mp4', 'application/pdf', ''])(
    'A picture of the type %s is refused before it is sent',
    async (type) => {
      expect(await pictureProblem(file(type, 10))).toBe('file_type')
    },
  )

  it('A picture may be as large as the server allows, and no larger', async () => {
    expect(await pictureProblem(file('image/jpeg', IMAGE_MAX_BYTES))).toBeNull()
    expect(await pictureProblem(file('image/png', IMAGE_MAX_BYTES + 1))).toBe('file_too_large')
    expect(await pictureProblem(file('image/gif', GIF_MAX_BYTES))).toBeNull()
    expect(await pictureProblem(file('image/gif', GIF_MAX_BYTES + 1))).toBe('gif_too_large')
  })

  it('A picture may have as many pixels as the server allows, and no more', async () => {
    const side = 5000
    expect(await pictureProblem(file('image/png', 24, png(side, IMAGE_MAX_PIXELS / side)))).toBeNull()
    expect(await pictureProblem(file('image/png', 24, png(side, IMAGE_MAX_PIXELS / side + 1)))).toBe('too_many_pixels')
    // The header decides, not the declared type.
    expect(await pictureProblem(file('image/jpeg', 24, png(50_000, 50_000)))).toBe('too_many_pixels')
  })

  it('A picture that cannot be read is left to the server to check', async () => {
    const gone = file('image/jpeg', 100)
    Object.defineProperty(gone, 'slice', { value: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) })
    expect(await pictureProblem(gone)).toBeNull()
  })

  it('The file picker offers JPEG, PNG and GIF, and nothing else', () => {
    expect(PICTURE_TYPES).toBe('image/jpeg,image/png,image/gif')
  })
})
