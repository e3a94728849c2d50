/**
 * The beginning of a text, at most `limit` characters as people count them: an emoji of many code points is one and is
 * never split. Returns null when the text is short enough.
 */
export function cutText(text: string, limit: number): string | null {
  // A character has at least one code unit, so this spares the usual short text the counting.
  if (text.length <= limit) return null
  let count = 0
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (count === limit) return text.slice(0, index)
    count += 1
  }
  return null
}
