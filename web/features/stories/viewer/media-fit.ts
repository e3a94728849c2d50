/** Taller than this fills the frame; wider pictures are shown whole. */
const TALL = 1.2

/** A screen that is wide and low would show a slice of a tall picture: there it is whole, too. */
export function fitOf(width: number, height: number): string {
  return height >= TALL * width ? 'object-cover low:object-contain' : 'object-contain'
}
