import { GLYPHS } from './glyphs.ts'

/** How a mark is drawn into a picture, besides the invisible one that every marked picture has. */
export type VisibleStyle = 'faint' | 'corner'

interface Size {
  width: number
  height: number
}

/** The size of the letters for 640 pixels of width: that is about how wide a picture is shown. */
const FONT_SIZE = 15
const SHOWN_WIDTH = 640
const FONT_MIN = 9
const DEGREES = -24
/** The distance of two lines, and of two texts in a line, in font sizes. */
const LINE = 4.9
const GAP = 2.2
/** The letters are those of a light weight, so the outline makes them stronger. */
const STRONGER = 5
const SPACE_WIDTH = 26

/** The mark as SVG, in the size of the picture. The letters are outlines, so no font is needed. */
export function visibleMark(style: VisibleStyle, text: string, { width, height }: Size): string {
  const font = Math.max(FONT_MIN, (FONT_SIZE * Math.max(width, height * 0.8)) / SHOWN_WIDTH)
  const { letters, width: hundredths } = outline(text)
  const scale = font / 100
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
  if (style === 'corner') {
    const fitting = Math.min(scale, (width * 0.9) / hundredths)
    const [x, y] = [width - hundredths * fitting - font * 0.8, height - font * 0.9]
    const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${fitting.toFixed(4)})`
    return svg(`<g transform="${place}">${drawn(letters, { light: 0.82, dark: 0.45 })}</g>`)
  }
  const [tile_width, tile_height] = [hundredths * scale + font * GAP, font * LINE * 2]
  const at = (x: number, y: number) =>
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${drawn(letters, { light: 0.27, dark: 0.16 })}</g>`
  // Every other line begins half a text later. What sticks out on the right is drawn on the left too.
  const tile = [at(0, font), at(tile_width / 2, font * (1 + LINE)), at(-tile_width / 2, font * (1 + LINE))].join('')
  return svg(
    `<defs><pattern id="t" width="${tile_width.toFixed(1)}" height="${tile_height.toFixed(1)}" patternUnits="userSpaceOnUse" patternTransform="rotate(${DEGREES})">${tile}</pattern></defs><rect width="100%" height="100%" fill="url(#t)"/>`,
  )
}

function drawn(path: string, { light, dark }: { light: number; dark: number }): string {
  return `<path d="${path}" fill="none" stroke="#000" stroke-opacity="${dark}" stroke-width="${STRONGER + 8}" stroke-linejoin="round"/><path d="${path}" fill="#fff" fill-opacity="${light}" stroke="#fff" stroke-opacity="${light / 2}" stroke-width="${STRONGER}"/>`
}

/** The letters one after the other, as one path. A character without an outline leaves a space. */
function outline(text: string): { letters: string; width: number } {
  let width = 0
  let letters = ''
  for (const character of text) {
    const [advance, path] = GLYPHS[character] ?? [SPACE_WIDTH, '']
    letters += moved(path, width)
    width += advance
  }
  return { letters, width }
}

/** Every second number of a path is an x, because it has absolute coordinates only. */
function moved(path: string, by: number): string {
  let is_x = false
  return path.replaceAll(/-?\d+/g, (number) => {
    is_x = !is_x
    return is_x ? String(Number(number) + by) : number
  })
}
