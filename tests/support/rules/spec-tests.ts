import { type ESTree, parseSync, Visitor } from 'vite'

/** A group of tests, a test, a step of a test or a row of a table of cases, with the rules it proves. */
export interface Proof {
  file: string
  /** Its title, after the titles of the groups around it. */
  title: string[]
  rules: string[]
}

interface Titled {
  title: string[]
  is_long: boolean
}

const SPEC_COMMENT = /^ Spec (\d+\.\d+(?:, \d+\.\d+)*)$/
const LOOKS_LIKE_SPEC_COMMENT = /^[\s*]*spec[\s:.]+\d/i
const TEST_FUNCTIONS = ['it', 'test', 'describe']

/** Reads the annotations of a test file: `// Spec 2.17, 2.18` on its own line, above what proves these rules. */
export function readProofs(file: string, text: string): { proofs: Proof[]; problems: string[] } {
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const titled = readTitles(program, text)
  const proofs: Proof[] = []
  const problems: string[] = []

  /** The position of the code after a comment. Other comments may come between. */
  function nextCode(from: number): number {
    const begin = from + text.slice(from).search(/\S|$/)
    const comment = comments.find(({ start }) => start === begin)
    return comment ? nextCode(comment.end) : begin
  }

  for (const { type, value, start, end } of comments.filter((comment) => LOOKS_LIKE_SPEC_COMMENT.test(comment.value))) {
    const before = text.slice(0, start).split('\n')
    const rules =
      type === 'Line' && before.at(-1)?.trim() === '' ? value.match(SPEC_COMMENT)?.[1]?.split(', ') : undefined
    const target = titled.get(nextCode(end))
    const say = (problem: string) => problems.push(`${file}:${before.length} ${problem}`)
    if (!rules) say('is not a line of its own in the form "// Spec 2.17, 2.18"')
    else if (!target) say('stands above no group, test, step or row')
    else if (target.is_long) say('stands above a test that only the long form runs')
    else proofs.push({ file, title: target.title, rules })
  }
  return { proofs, problems }
}

/** Everything with a title, by its position in the file. */
function readTitles(program: ESTree.Program, text: string): Map<number, Titled> {
  const titled = new Map<number, Titled>()
  const around: { node: ESTree.Node; title: string; is_long: boolean }[] = []
  let awaited: ESTree.AwaitExpression | undefined
  const textOf = (node: ESTree.Span) => text.slice(node.start, node.end)
  const titles = () => around.map(({ title }) => title)
  const isLong = () => around.some((outer) => outer.is_long)

  function titleOf(node: ESTree.Node | null | undefined): string | undefined {
    if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
    return node?.type === 'TemplateLiteral' ? textOf(node).slice(1, -1) : undefined
  }

  function hasLongTag(details: ESTree.Node | undefined): boolean {
    if (details?.type !== 'ObjectExpression') return false
    return details.properties.some((property) => /^tag:.*@long/s.test(textOf(property)))
  }

  new Visitor({
    AwaitExpression(node) {
      awaited = node
    },
    CallExpression(node) {
      const title = titleOf(node.arguments[0])
      const word = textOf(node.callee).match(/^\w+/)?.[0] ?? ''
      if (title === undefined || !TEST_FUNCTIONS.includes(word)) return
      around.push({ node, title, is_long: title.includes('@long') || hasLongTag(node.arguments[1]) })
      const start = awaited?.argument === node ? awaited.start : node.start
      titled.set(start, { title: titles(), is_long: isLong() })
    },
    'CallExpression:exit'(node) {
      if (around.at(-1)?.node === node) around.pop()
    },
    ArrayExpression(table) {
      for (const row of table.elements) {
        const title = row?.type === 'ArrayExpression' ? titleOf(row.elements[0]) : undefined
        if (row && title !== undefined) titled.set(row.start, { title: [...titles(), title], is_long: isLong() })
      }
    },
  }).visit(program)
  return titled
}
