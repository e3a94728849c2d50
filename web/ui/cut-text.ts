/**
 * The beginning of a text, at most `limit` characters as people count them (graphemes): an emoji of many code points is
 * one and is never split. It ends where a word ends, if there is such a place in its second half. Returns null when the
 * text is short enough.
 */
export function cutText(text: string, limit: number): string | null {
  // A character has at least one code unit, so this spares the usual short text the counting.
  if (text.length <= limit) return null
  let count = 0
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (count === limit) return atWordEnd(text, index)
    count += 1
  }
  return null
}

/** A no-break space, as before the marks of French, is no place to break. */
const BREAKS = [' ', '\n', '\t']

function atWordEnd(text: string, most: number): string {
  const isWordEnd = BREAKS.includes(text.charAt(most))
  const lastBreak = Math.max(...BREAKS.map((each) => text.lastIndexOf(each, most)))
  const end = isWordEnd ? most : lastBreak
  // A single word that long, or a script without spaces, is cut where the room ends.
  if (end < most / 2) return text.slice(0, most)
  // The ellipsis follows a word, not a comma or a line of nothing.
  return text.slice(0, end).replace(/[\s,;:]+$/, '') || text.slice(0, most)
}
