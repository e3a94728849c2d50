import type { ByteRange } from '#server/media/store/store.ts'

/**
 * Parses a `Range` header. Undefined means the whole file: no header, another unit, or several ranges, which are not
 * supported. A malformed or out-of-range value is unsatisfiable.
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

/** Checks `If-Range`: a part is sent only if the entity tag matches. A date never matches. */
export function matchesIfRange(if_range: string | undefined, etag: string): boolean {
  return if_range === undefined || if_range.trim() === etag
}
