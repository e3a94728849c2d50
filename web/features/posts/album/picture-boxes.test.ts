import { expect, test } from 'vitest'
import { type PictureBox, sizesOf, widthFor } from './picture-boxes.ts'

const FEED: PictureBox[] = [
  { when: '(min-width: 768px)', width: { px: 620 }, ratio: 5 / 6 },
  { width: { vw: 100 }, ratio: 4 / 5 },
]
const upright = { width: 1280, height: 1600 }
const landscape = { width: 1600, height: 800 }

test('A picture that is cropped at its sides is fetched as wide as it is drawn, not as wide as its box', () => {
  expect(sizesOf(FEED, upright)).toBe('(min-width: 768px) 620px, 100vw')
  expect(sizesOf(FEED, landscape)).toBe('(min-width: 768px) 1488px, 250vw')
  expect(sizesOf(FEED, undefined)).toBe('(min-width: 768px) 620px, 100vw')
  // A tall picture is cropped above and below, so the width of the box is enough.
  expect(sizesOf(FEED, { width: 500, height: 1600 })).toBe('(min-width: 768px) 620px, 100vw')
})

test('A protected picture is fetched in the width that its screen and its shape need', () => {
  const desktop = { width: 1440, density: 1, matches: () => true }
  const phone = { width: 390, density: 3, matches: () => false }
  expect(widthFor(FEED, upright, desktop)).toBe(960)
  expect(widthFor(FEED, landscape, desktop)).toBe(1600)
  expect(widthFor(FEED, upright, phone)).toBe(960)
  expect(widthFor(FEED, landscape, phone)).toBe(1600)
  expect(widthFor([{ width: { px: 220 }, ratio: 4 / 5 }], upright, desktop)).toBe(480)
  expect(widthFor([], upright, desktop)).toBe(960)
})
