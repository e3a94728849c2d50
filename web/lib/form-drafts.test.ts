import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { clearDraftsWithSession, readDraft, writeDraft } from './drafts.ts'
import { holdFormFile, keptText, readFormDraft, readFormFile, writeFormDraft } from './form-drafts.ts'
import { clearToken, storeToken } from './session.ts'

const picture = new File(['x'], 'stage.jpg', { type: 'image/jpeg' })

beforeEach(() => {
  fakeBrowser()
  storeToken('amy')
})
afterEach(() => vi.unstubAllGlobals())

test('What was filled in belongs to one form of one person, and stands beside their messages', () => {
  writeDraft('amy', 'c1', { text: 'Dear Bob' })
  writeFormDraft('amy', 'profile', { bio: 'Soloist by night' })
  writeFormDraft('amy', 'post', { description: 'Tonight', protected: true })
  expect(readFormDraft('amy', 'profile')).toEqual({ bio: 'Soloist by night' })
  expect(readFormDraft('amy', 'post')).toEqual({ description: 'Tonight', protected: true })
  expect(readFormDraft('amy', 'story')).toEqual({})
  expect(readFormDraft('eve', 'profile')).toEqual({})
  expect(readDraft('amy', 'c1').text).toBe('Dear Bob')
})

test('An empty form leaves nothing behind', () => {
  writeFormDraft('amy', 'username', { username: 'amy2' })
  writeFormDraft('amy', 'username', {})
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('A form that is opened and not changed does not push out the drafts of others', () => {
  writeFormDraft('amy', 'post', { description: 'Tonight' })
  writeDraft('amy', 'c1', { text: 'Dear Bob' })
  const before = localStorage.getItem('drafts')
  writeFormDraft('amy', 'post', { description: 'Tonight' })
  writeFormDraft('amy', 'story', {})
  expect(localStorage.getItem('drafts')).toBe(before)
})

test('What cannot be read is ignored', () => {
  for (const text of ['{', '7', 'null', '"x"']) {
    writeDraft('amy', 'form:profile', { text })
    expect(readFormDraft('amy', 'profile')).toEqual({})
  }
  expect(keptText({ bio: true }, 'bio')).toBeUndefined()
  expect(keptText({ bio: '' }, 'bio')).toBe('')
})

test('Words and files are deleted at sign-out, and nothing is kept after it', () => {
  clearDraftsWithSession()
  writeFormDraft('amy', 'profile', { bio: 'Soloist' })
  holdFormFile('amy', 'profile', picture)
  expect(readFormFile('amy', 'profile')).toBe(picture)
  expect(readFormFile('amy', 'post')).toBeNull()
  clearToken()
  expect(localStorage.getItem('drafts')).toBeNull()
  expect(readFormFile('amy', 'profile')).toBeNull()
  holdFormFile('amy', 'profile', picture)
  expect(readFormFile('amy', 'profile')).toBeNull()
})

test('A file that is sent or taken back is let go', () => {
  holdFormFile('amy', 'post', picture)
  holdFormFile('amy', 'post', null)
  expect(readFormFile('amy', 'post')).toBeNull()
})
