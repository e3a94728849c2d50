import { IMAGE_WIDTHS } from '#contract/media.ts'
import type { Picture } from '#contract/posts.ts'

/** The box that a picture fills, from a window size on. The last of a list is for all other windows. */
export interface PictureBox {
  /** A media condition. */
  when?: string
  /** Of the box, in CSS pixels or in percent of the window. */
  width: { px: number } | { vw: number }
  /** Width through height. */
  ratio: number
}

type Shape = Pick<Picture, 'width' | 'height'>

/** Sharper screens get no more than two pixels for each CSS pixel: nobody sees a third. */
const DENSITY_MAX = 2

/** How much wider than its box a picture is drawn: one that is wider than the box is cropped at its sides. */
function stretch({ ratio }: PictureBox, shape: Shape | undefined): number {
  return shape && shape.height > 0 ? Math.max(1, shape.width / shape.height / ratio) : 1
}

/** The `sizes` of a picture that covers these boxes. */
export function sizesOf(boxes: readonly PictureBox[], shape: Shape | undefined): string {
  return boxes
    .map((box) => {
      const [unit, width] = 'px' in box.width ? ['px', box.width.px] : ['vw', box.width.vw]
      return `${box.when ? `${box.when} ` : ''}${Math.round(width * stretch(box, shape))}${unit}`
    })
    .join(', ')
}

export interface Screen {
  width: number
  density: number
  matches: (condition: string) => boolean
}

/** The stored width to fetch for a picture that has no `srcset`, because it is protected. */
export function widthFor(
  boxes: readonly PictureBox[],
  shape: Shape | undefined,
  screen: Screen,
): (typeof IMAGE_WIDTHS)[number] {
  const [small, middle, large] = IMAGE_WIDTHS
  const box = boxes.find(({ when }) => when === undefined || screen.matches(when))
  if (!box) return middle
  const css = 'px' in box.width ? box.width.px : (box.width.vw / 100) * screen.width
  const wanted = css * stretch(box, shape) * Math.min(screen.density, DENSITY_MAX)
  return wanted <= small ? small : wanted <= middle ? middle : large
}

export function thisScreen(): Screen {
  return {
    width: window.innerWidth,
    density: window.devicePixelRatio,
    matches: (condition) => matchMedia(condition).matches,
  }
}
