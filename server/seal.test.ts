import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSeal, openJson, SealBroken, sealJson } from './seal.ts'

const [OLD, NEW] = ['the earlier secret of the house', 'the present secret of the house']
const place = { owner: 'amy', purpose: 'document' } as const
const seal = createSeal([OLD])

describe('What is sealed', () => {
  it('Sealed bytes do not open with another key, and the error says which setting helps', () => {
    const sealed = seal.seal(Buffer.from('a passport'), place)
    expect(() => createSeal([NEW]).open(sealed, place)).toThrow(SealBroken)
    expect(() => createSeal([NEW]).open(sealed, place)).toThrow('SECRET_KEY_BEFORE')
    // A key that pretends to be the right one.
    expect(() =>
      createSeal([NEW]).open({ ...createSeal([NEW]).seal(Buffer.from('x'), place), sealed: sealed.sealed }, place),
    ).toThrow(SealBroken)
  })

  it('Sealed bytes of which any one was changed, or which were cut, do not open', () => {
    const { sealed, key_id } = seal.seal(Buffer.from('a passport'), place)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => seal.open({ sealed: changed, key_id }, place), String(at)).toThrow(SealBroken)
      expect(() => seal.open({ sealed: sealed.subarray(0, at), key_id }, place), String(at)).toThrow(SealBroken)
    }
  })

  it('Sealed bytes do not open in the place of another person, or of another purpose', () => {
    const sealed = seal.seal(Buffer.from('a passport'), place)
    for (const other of [
      { ...place, owner: 'bob' },
      { ...place, purpose: 'portrait' as const },
    ])
      expect(() => seal.open(sealed, other)).toThrow(SealBroken)
  })

  it('Sealed bytes open to the byte, also none and many, and are never twice the same', () => {
    for (const plain of [Buffer.alloc(0), Buffer.from('a passport'), randomBytes(1_000_000)]) {
      const [first, second] = [seal.seal(plain, place), seal.seal(plain, place)]
      expect(seal.open(first, place).equals(plain)).toBe(true)
      expect(first.sealed.equals(second.sealed)).toBe(false)
      if (plain.length > 0) expect(first.sealed.includes(plain)).toBe(false)
    }
    const details = { name: 'Amélie', born: '1990-05-04' }
    expect(openJson(seal, sealJson(seal, details, place), place)).toEqual(details)
  })

  it('After a change of the key the earlier one still opens, and only the present one seals', () => {
    const sealed = seal.seal(Buffer.from('a passport'), place)
    const rotated = createSeal([NEW, OLD])
    expect(rotated.open(sealed, place).toString()).toBe('a passport')
    expect(rotated.isOld(sealed)).toBe(true)
    const again = rotated.seal(rotated.open(sealed, place), place)
    expect([rotated.isOld(again), again.key_id]).toEqual([false, createSeal([NEW]).seal(Buffer.alloc(0), place).key_id])
    expect(() => seal.open(again, place)).toThrow(SealBroken)
  })

  it('The name of a key tells nothing of the secret', () => {
    const { key_id } = seal.seal(Buffer.alloc(0), place)
    expect(key_id).toMatch(/^[0-9a-f]{16}$/)
    expect(OLD).not.toContain(key_id)
  })
})
