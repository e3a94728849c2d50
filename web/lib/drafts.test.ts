import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { clearDraftsWithSession, readDraft, writeDraft } from './drafts.ts'
import { clearToken, refuseToken, storeToken } from './session.ts'

beforeEach(() => {
  fakeBrowser()
  storeToken('bob')
})
afterEach(() => vi.unstubAllGlobals())

test('A draft belongs to one conversation of one person', () => {
  writeDraft('bob', 'c1', { text: 'Dear Amy' })
  writeDraft('bob', 'c2', { text: 'Dear Idris' })
  expect(readDraft('bob', 'c1')).toEqual({ text: 'Dear Amy' })
  expect(readDraft('bob', 'c3')).toEqual({ text: '' })
  expect(readDraft('eve', 'c1')).toEqual({ text: '' })
})

test('A draft keeps the client_id of an attempt that failed', () => {
  const draft = { text: 'Dear Amy', unsent: { client_id: 'a', content: 'Dear Amy' } }
  writeDraft('bob', 'c1', draft)
  expect(readDraft('bob', 'c1')).toEqual(draft)
})

test('An empty draft is removed, and the last one leaves no storage entry', () => {
  writeDraft('bob', 'c1', { text: 'Dear' })
  writeDraft('bob', 'c1', { text: '' })
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('Only the newest drafts are kept', () => {
  for (let index = 0; index < 60; index += 1) writeDraft('bob', `c${index}`, { text: `Text ${index}` })
  expect(readDraft('bob', 'c9')).toEqual({ text: '' })
  expect(readDraft('bob', 'c10')).toEqual({ text: 'Text 10' })
})

test('Drafts are deleted with the session, but not when its token is replaced', () => {
  clearDraftsWithSession()
  writeDraft('bob', 'c1', { text: 'Dear Amy' })
  storeToken('bob, newer')
  expect(readDraft('bob', 'c1').text).toBe('Dear Amy')
  clearToken()
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('Drafts of a session that ended elsewhere are only in memory, and return when the same person signs in again', () => {
  clearDraftsWithSession()
  writeDraft('bob', 'c1', { text: 'Dear Amy' })
  writeDraft('bob', 'c2', { text: 'Dear Idris' })
  refuseToken()
  expect(localStorage.getItem('drafts')).toBeNull()
  expect(readDraft('eve', 'c1').text).toBe('')
  // Signing in clears the old token first.
  clearToken()
  storeToken('bob, again')
  expect(readDraft('bob', 'c1').text).toBe('Dear Amy')
  writeDraft('bob', 'c1', { text: '' })
  expect(readDraft('bob', 'c2').text).toBe('Dear Idris')
  clearToken()
  storeToken('bob, once more')
  expect(readDraft('bob', 'c2').text).toBe('')
})

test('A draft written after the session has ended is not stored', () => {
  clearToken()
  writeDraft('bob', 'c1', { text: 'Dear Amy' })
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('Invalid stored drafts are ignored', () => {
  for (const stored of ['{', 'null', '7', '{"user_id":"bob"}']) {
    localStorage.setItem('drafts', stored)
    expect(readDraft('bob', 'c1')).toEqual({ text: '' })
  }
})
