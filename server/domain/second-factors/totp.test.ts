import { describe, expect, it } from 'vitest'
import { appAddress, base32, codeOfStep, findStep, timeStep } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('Codes of authenticator apps', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('At second %i the code is that of the test vectors of RFC 6238', (second, code) => {
    expect(codeOfStep(SECRET, timeStep(new Date(second * 1000)), 8)).toBe(code)
  })

  it('A code of two steps ago, of two steps ahead, of the wrong length or with other signs is refused', () => {
    const now = new Date(1_234_567_890_000)
    const step = timeStep(now)
    for (const far of [-2, 2]) {
      expect(findStep(SECRET, codeOfStep(SECRET, step + far), { now, last_step: 0 })).toBeUndefined()
    }
    const code = codeOfStep(SECRET, step)
    for (const typed of ['', code.slice(1), `${code}0`, 'abcdef', '１２３４５６', `${code.slice(0, 5)}é`]) {
      expect(findStep(SECRET, typed, { now, last_step: 0 }), typed).toBeUndefined()
    }
  })

  it('A clock that is one step early or late is accepted, and no step that was used or is older than a used one', () => {
    const now = new Date(1_234_567_890_000)
    const step = timeStep(now)
    for (const drift of [-1, 0, 1]) {
      const code = codeOfStep(SECRET, step + drift)
      expect(findStep(SECRET, code, { now, last_step: step - 2 })).toBe(step + drift)
      expect(findStep(SECRET, code, { now, last_step: step + drift })).toBeUndefined()
    }
    expect(findStep(SECRET, codeOfStep(SECRET, step), { now, last_step: step + 1 })).toBeUndefined()
  })

  it('The secret is written as apps read it', () => {
    const vectors: [string, string][] = [
      ['', ''],
      ['f', 'MY'],
      ['fo', 'MZXQ'],
      ['foo', 'MZXW6'],
      ['foob', 'MZXW6YQ'],
      ['fooba', 'MZXW6YTB'],
      ['foobar', 'MZXW6YTBOI'],
    ]
    for (const [text, coded] of vectors) expect(base32(Buffer.from(text))).toBe(coded)
    expect(appAddress(Buffer.from('foobar'), 'a b@example.com')).toBe(
      'otpauth://totp/Loge%3Aa%20b%40example.com?secret=MZXW6YTBOI&issuer=Loge',
    )
  })
})
