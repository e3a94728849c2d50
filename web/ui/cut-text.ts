/** Longer texts are truncated, with Read more / Read less. */
export const TRUNCATE_AT = 150

/**
 * Truncates a text to at most `limit` graphemes, so that an emoji of several code points is never split. It ends at a word
 * boundary, if there is one in its second half. Returns null if the text is short enough.
 */
export function cutText(text: string, limit: number): string | null {
  // A grapheme has at least one code unit, so short texts need no segmentation.
  if (text.length <= limit) return null
  let count = 0
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (count === limit) return atWordEnd(text, index)
    count += 1
  }
  return null
}

/** A no-break space, as before French punctuation, is no word boundary. */
const BREAKS = [' ', '\n', '\t']

function atWordEnd(text: string, max: number): string {
  const isWordEnd = BREAKS.includes(text.charAt(max))
  const lastBreak = Math.max(...BREAKS.map((each) => text.lastIndexOf(each, max)))
  const end = isWordEnd ? max : lastBreak
  // A very long word, or a script without spaces, is cut at the limit.
  if (end < max / 2) return text.slice(0, max)
  // The ellipsis follows a word, not punctuation or white space.
  return text.slice(0, end).replace(/[\s,;:]+$/, '') || text.slice(0, max)
}
