import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { signUrl, verifySignedUrl } from './signed-urls.ts'

const secret = randomBytes(32)
const id = '019ca945-0a00-7bcc-b161-7348d8341155'
const session_id = '019ca945-0a00-73f6-b631-f3a2bfb142e0'
const media = { kind: 'media', id, session_id } as const
const now = new Date('2026-03-01T12:01:40.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const signed = signUrl(secret, media, now)

describe('Signed URLs', () => {
  it('A signed URL names its session and its media while it is valid', () => {
    expect(verifySignedUrl(secret, 'media', signed, now)).toEqual(media)
    expect(verifySignedUrl(secret, 'media', signed, later(2 * MINUTE_MS))).toEqual(media)
  })

  it('A signed URL is valid for five minutes at most, whenever it was signed', () => {
    for (let second = 0; second < 300; second += 1) {
      const at = later(second * 1000)
      const written = signUrl(secret, media, at)
      const until = (ms: number) => verifySignedUrl(secret, 'media', written, new Date(at.getTime() + ms))
      expect([until(2.5 * MINUTE_MS - 1) !== undefined, until(5 * MINUTE_MS)]).toEqual([true, undefined])
    }
  })

  it('A signed URL stays the same for a while, so that a list that is fetched again does not restart a video', () => {
    const written = Array.from({ length: 300 }, (_, i) => signUrl(secret, media, later(i * 1000)))
    expect(new Set(written).size).toBe(3)
  })

  it('A signed URL with any changed character is invalid', () => {
    for (let i = 0; i < signed.length; i += 1) {
      for (const other of ['A', 'B', '_', '9', '=', '.']) {
        if (signed[i] === other) continue
        expect(verifySignedUrl(secret, 'media', signed.slice(0, i) + other + signed.slice(i + 1), now)).toBeUndefined()
      }
    }
    for (const text of ['', signed.slice(1), `${signed}A`, `${signed}=`, signed.toLowerCase()])
      expect(verifySignedUrl(secret, 'media', text, now)).toBeUndefined()
  })

  it('A signed URL is invalid for another secret', () => {
    expect(verifySignedUrl(randomBytes(32), 'media', signed, now)).toBeUndefined()
  })

  it('A signed URL for one kind of resource is invalid for another', () => {
    expect(verifySignedUrl(secret, 'export', signed, now)).toBeUndefined()
    const other = signUrl(secret, { ...media, kind: 'export' }, now)
    expect([verifySignedUrl(secret, 'export', other, now)?.id, verifySignedUrl(secret, 'media', other, now)]).toEqual([
      id,
      undefined,
    ])
  })
})
