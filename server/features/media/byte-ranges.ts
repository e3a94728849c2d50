import type { ByteRange } from '#server/media/store/store.ts'

/**
 * Which part of so many bytes a `Range` header asks for. Undefined is all of them: no header, another unit, or several
 * parts, which nobody needs for a picture. What cannot be read, or lies outside, is unsatisfiable.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, wanted] = header?.match(/^\s*bytes\s*=(.*)$/i) ?? []
  if (wanted === undefined) return undefined
  if (wanted.includes(',')) return undefined
  const [, first, last] = wanted.trim().match(/^(\d*)\s*-\s*(\d*)$/) ?? []
  if (first === undefined || last === undefined || first + last === '') return 'unsatisfiable'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : 'unsatisfiable'
}

/** A part is wanted only of what the caller has the rest of; a date tells us nothing, since a file never changes. */
export function wantsPart(if_range: string | undefined, etag: string): boolean {
  return if_range === undefined || if_range.trim() === etag
}
