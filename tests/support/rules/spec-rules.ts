/** One line of the specification. */
export interface Rule {
  /** `2.17` is rule 17 of section 2. A number never changes. */
  number: string
  text: string
  /** What was decided where the specification leaves something open. */
  decided: string | undefined
  /** The line asks for nothing, so no test can prove it. */
  has_no_behaviour: boolean
}

/** A section of the specification, or a part of one. */
export interface Part {
  heading: string
  rules: Rule[]
}

export interface Rules {
  parts: Part[]
  problems: string[]
}

/** Parses docs/specification.md line by line. The text above the first section is ignored. */
export function readRules(markdown: string): Rules {
  const parts: Part[] = []
  const problems: string[] = []
  let section = '0'
  for (const [index, line] of markdown.split('\n').entries()) {
    const part = parts.at(-1)
    const rule = part?.rules.at(-1)
    const [, number, text] = line.match(/^- \*\*(\d+\.\d+)\*\* (.+)$/) ?? []
    const decided = line.match(/^ {2}- (Decided: .+\.)$/)?.[1]

    if (/^##+ /.test(line)) {
      section = line.match(/^## (\d+)\. /)?.[1] ?? section
      parts.push({ heading: line, rules: [] })
    } else if (part && number && text) {
      if (!number.startsWith(`${section}.`)) problems.push(`Rule ${number} stands in section ${section}`)
      part.rules.push({ number, text, decided: undefined, has_no_behaviour: false })
    } else if (rule && decided && !rule.decided) rule.decided = decided
    else if (rule && line === '  - no behaviour') rule.has_no_behaviour = true
    else if (part && line) problems.push(`Line ${index + 1} of the specification cannot be read: ${line}`)
  }
  return { parts, problems: [...problems, ...gaps(parts)] }
}

/** Finds missing and repeated numbers. Each section is numbered from 1 without a gap, so a missing number is a lost rule. */
function gaps(parts: readonly Part[]): string[] {
  const numbers = parts.flatMap(({ rules }) => rules.map(({ number }) => number))
  const sections = Map.groupBy(numbers, (number) => number.split('.')[0])
  return [...sections].flatMap(([section, found]) =>
    found.flatMap((_, index) => {
      const count = found.filter((number) => number === `${section}.${index + 1}`).length
      return count === 1 ? [] : [`Rule ${section}.${index + 1} stands ${count} times in the specification`]
    }),
  )
}
