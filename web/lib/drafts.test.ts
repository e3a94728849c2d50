import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'
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

test('It remembers under which client_id its words went out in vain', () => {
  const draft = { text: 'Dear Amy', unsent: { client_id: 'a', content: 'Dear Amy' } }
  writeDraft('bob', 'c1', draft)
  expect(readDraft('bob', 'c1')).toEqual(draft)
})

test('An empty one is none, and the last one leaves nothing behind', () => {
  writeDraft('bob', 'c1', { text: 'Dear' })
  writeDraft('bob', 'c1', { text: '' })
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('Only so many are kept, the newest', () => {
  for (let index = 0; index < 60; index += 1) writeDraft('bob', `c${index}`, { text: `Text ${index}` })
  expect(readDraft('bob', 'c9')).toEqual({ text: '' })
  expect(readDraft('bob', 'c10')).toEqual({ text: 'Text 10' })
})

test('They go with the session, and a token that replaces another takes none away', () => {
  clearDraftsWithSession()
  writeDraft('bob', 'c1', { text: 'Dear Amy' })
  storeToken('bob, newer')
  expect(readDraft('bob', 'c1').text).toBe('Dear Amy')
  clearToken()
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('When the session is ended elsewhere they leave the storage, and are there for the same person who logs in again', () => {
  clearDraftsWithSession()
  writeDraft('bob', 'c1', { text: 'Dear Amy' })
  writeDraft('bob', 'c2', { text: 'Dear Idris' })
  refuseToken()
  expect(localStorage.getItem('drafts')).toBeNull()
  expect(readDraft('eve', 'c1').text).toBe('')
  // As logging in does.
  clearToken()
  storeToken('bob, again')
  expect(readDraft('bob', 'c1').text).toBe('Dear Amy')
  writeDraft('bob', 'c1', { text: '' })
  expect(readDraft('bob', 'c2').text).toBe('Dear Idris')
  clearToken()
  storeToken('bob, once more')
  expect(readDraft('bob', 'c2').text).toBe('')
})

test('What is still open when the session ends leaves nothing behind', () => {
  clearToken()
  writeDraft('bob', 'c1', { text: 'Dear Amy' })
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('What somebody else has put there breaks nothing', () => {
  for (const stored of ['{', 'null', '7', '{"user_id":"bob"}']) {
    localStorage.setItem('drafts', stored)
    expect(readDraft('bob', 'c1')).toEqual({ text: '' })
  }
})
