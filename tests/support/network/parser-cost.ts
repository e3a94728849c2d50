/** The CPU time of a few calls in microseconds: the minimum of three rounds, so that a busy machine adds little. */
function cpuTime(run: () => void): number {
  const rounds = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    for (let count = 0; count < 3; count += 1) run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...rounds)
}

const FILLERS = [
  ' ',
  '\t',
  ';',
  '; ',
  ' ;',
  ',',
  ', ',
  '"',
  '\\',
  '\\"',
  '=',
  '-',
  '.',
  'a.',
  '1',
  ';q=',
  '; q',
  'a ',
  'é',
]

/** Texts of this length that cause backtracking in careless parsers and regular expressions (ReDoS). */
export function backtrackingTexts(length: number, { start = '', end = '\u0001' } = {}): string[] {
  return FILLERS.flatMap((filler) => {
    const fill = filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
    return [start + fill, start + fill + end, `${start}a${fill}b`]
  })
}

/**
 * The highest CPU time of these texts, relative to plain letters of the same length. Times below a tenth of a millisecond
 * count as that much. A parser with backtracking has a ratio of hundreds.
 */
export function worstRatio(read: (text: string) => unknown, texts: string[], letters: string): number {
  const usual = Math.max(
    100,
    cpuTime(() => read(letters)),
  )
  return Math.max(...texts.map((text) => cpuTime(() => read(text)) / usual))
}
