/** The pictures of link previews. Wider ones are not shown anywhere, and many readers of links know JPEG only. */
const PREVIEW_WIDTH = 1200
/** Height to width of a portrait at most. A taller picture would be cut by whoever shows the link. */
const TALLEST = 1.25

interface Size {
  width: number
  height: number
}

/** The stored file that a preview is made of: the smallest one that is wide enough, or the largest. */
export function previewSource<File extends Size>(files: readonly File[]): File | undefined {
  return files.find(({ width }) => width >= PREVIEW_WIDTH) ?? files.at(-1)
}

/** The size of the preview of a file. It is known before the preview is made, because a page names it. */
export function previewSize({ width, height }: Size): Size {
  const shrunk = Math.min(PREVIEW_WIDTH, width)
  return {
    width: shrunk,
    height: Math.max(1, Math.min(Math.round((height * shrunk) / width), Math.round(shrunk * TALLEST))),
  }
}
