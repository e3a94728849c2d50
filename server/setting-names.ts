/** Suggests the setting that a misspelled name stands for ("did you mean …?"). Undefined if no setting is similar. */
export function suggestSetting(name: string, known: readonly string[]): string | undefined {
  const written = name.toUpperCase()
  return known.find((setting) => isNear(written, setting) || hasFewerWords(written, setting))
}

/** Allows one typing error in a short name and two in a long one, so that HOME does not count as HOST. */
function isNear(written: string, setting: string): boolean {
  const typing_errors = setting.length < 8 ? 1 : 2
  return Math.abs(written.length - setting.length) <= typing_errors && editDistance(written, setting) <= typing_errors
}

/** True if exactly one word is missing, as in S3_SECRET_KEY for S3_SECRET_ACCESS_KEY. */
function hasFewerWords(written: string, setting: string): boolean {
  const words = written.split('_')
  const wanted = setting.split('_')
  if (words.length < 2 || words.length !== wanted.length - 1 || words[0] !== wanted[0]) return false
  return wanted.some((_, index) => wanted.toSpliced(index, 1).join('_') === written)
}

/**
 * The Damerau–Levenshtein distance (optimal string alignment): insertions, deletions, replacements and swaps of
 * neighbours.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced
      row.push(Math.min((row[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1, replaced, swapped))
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? 0
}
