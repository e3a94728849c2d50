/** Processor time in microseconds that a few calls take: the least of some rounds, so that a busy machine adds little. */
function workOf(run: () => void): number {
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

/** Texts of this length that make careless parsers look at the same characters again and again. */
export function backtrackingTexts(length: number, { start = '', end = '\u0001' } = {}): string[] {
  return FILLERS.flatMap((filler) => {
    const fill = filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
    return [start + fill, start + fill + end, `${start}a${fill}b`]
  })
}

/**
 * The most work that one of these texts makes, as a multiple of what the same length of letters makes. What is too small
 * to be measured counts as a tenth of a millisecond. A parser that goes back over a text has a ratio of hundreds.
 */
export function worstRatio(read: (text: string) => unknown, texts: string[], letters: string): number {
  const usual = Math.max(
    100,
    workOf(() => read(letters)),
  )
  return Math.max(...texts.map((text) => workOf(() => read(text)) / usual))
}
