import { describe, expect, it } from 'vitest'
import { DOCUMENT_BYTES_MAX, type Verification, type VerificationRefusal } from '#contract/verifications.ts'
import { detailProblem, fileProblem, missingFields, needsFile, stepsOf } from './verification-draft.ts'

const TODAY = '2026-11-18'

const SENT: Verification = {
  state: 'refused',
  sent_at: '2026-11-12T10:00:00.000Z',
  decided_at: '2026-11-13T10:00:00.000Z',
  ask_again_at: null,
  refusal: { reason: 'document_cut_off', note: null },
  details: {
    legal_name: 'Margaux Lenoir',
    birth_date: '1994-05-04',
    street: '12 rue de la Loge',
    postal_code: '34000',
    city: 'Montpellier',
    country: 'FR',
    tax_number: '1234567890123',
  },
  files: ['document', 'portrait'],
  needs_account: false,
  is_required_to_publish: false,
}

function refusedFor(reason: VerificationRefusal, changes: Partial<Verification> = {}): Verification {
  return { ...SENT, refusal: { reason, note: null }, ...changes }
}

describe('A field of the verification', () => {
  it.each([
    ['legal_name', '', 'required'],
    ['city', '   ', 'required'],
    ['postal_code', '1'.repeat(21), 'too_long'],
    ['birth_date', '18/11/2008', 'date'],
    ['birth_date', '2026-02-31x', 'date'],
    ['birth_date', '2027-01-01', 'date'],
    ['birth_date', '2008-11-19', 'under_age'],
    ['birth_date', '2008-11-18', null],
    ['legal_name', 'Margaux Lenoir', null],
  ] as const)('A field is checked before it is sent: %s %s', (name, value, problem) => {
    expect(detailProblem(name, value, TODAY)).toBe(problem)
  })

  it('A file of another type, or one that is too large, is refused before it is sent', () => {
    expect(fileProblem('portrait', { type: 'application/pdf', size: 1 })).toBe('type')
    expect(fileProblem('document', { type: 'text/plain', size: 1 })).toBe('type')
    expect(fileProblem('document', { type: 'application/pdf', size: DOCUMENT_BYTES_MAX + 1 })).toBe('too_large')
    expect(fileProblem('document', { type: 'application/pdf', size: DOCUMENT_BYTES_MAX })).toBeNull()
  })
})

describe('What is asked for again', () => {
  it('A creator whose card is cut off sends only that picture again', () => {
    expect(missingFields(SENT)).toEqual(['document'])
    expect(needsFile('document', SENT)).toBe(true)
    expect(needsFile('portrait', SENT)).toBe(false)
  })

  it('Files that were erased meanwhile, and a missing account, are asked for as well', () => {
    const verification = refusedFor('tax_number_wrong', { files: [], needs_account: true })
    expect(missingFields(verification)).toEqual(['document', 'portrait', 'tax_number', 'iban'])
    expect(needsFile('portrait', verification)).toBe(true)
  })

  it('Another reason, or a first verification, asks for the whole form', () => {
    expect(missingFields(refusedFor('other'))).toBeNull()
    expect(missingFields({ ...SENT, state: 'none', refusal: null, details: null, files: [] })).toBeNull()
  })
})

describe('The steps of the verification', () => {
  it.each([
    ['in_review', ['done', 'done', 'now']],
    ['verified', ['done', 'done', 'done']],
    ['none', ['now', 'later', 'later']],
  ] as const)('The footlights show how far it is: %s', (state, steps) => {
    expect(stepsOf({ ...SENT, state, refusal: null })).toEqual(steps)
  })

  it('After a refusal the step with the missing thing is the current one', () => {
    expect(stepsOf(SENT)).toEqual(['now', 'later', 'later'])
    expect(stepsOf(refusedFor('tax_number_wrong'))).toEqual(['done', 'now', 'later'])
  })
})
