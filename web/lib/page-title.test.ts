import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTitleCount, showOverlayTitle } from './page-title.ts'

const page = { title: 'Loge' }

beforeEach(() => void vi.stubGlobal('document', page))
afterEach(() => {
  setTitleCount(null)
  page.title = 'Loge'
  vi.unstubAllGlobals()
})

test('A count alone changes nothing before a page has a title', () => {
  setTitleCount('3')
  expect(page.title).toBe('Loge')
})

test('The count stands before the title, follows every change, and goes at zero', () => {
  const close = showOverlayTitle('Post by amy')
  setTitleCount('3')
  expect(page.title).toBe('(3) Post by amy · Loge')
  setTitleCount('99+')
  expect(page.title).toBe('(99+) Post by amy · Loge')
  setTitleCount(null)
  expect(page.title).toBe('Post by amy · Loge')
  close()
})

test('An overlay above another names the tab, and closing them in any order restores the one that is left', () => {
  const closeLower = showOverlayTitle('Post by amy')
  const closeUpper = showOverlayTitle('Report')
  closeLower()
  expect(page.title).toBe('Report · Loge')
  const closeThird = showOverlayTitle('Stories')
  closeThird()
  expect(page.title).toBe('Report · Loge')
  closeUpper()
})
