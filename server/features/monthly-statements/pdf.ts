import type { Locale } from '#contract/accounts.ts'
import type { MonthlyStatement } from '#contract/monthly-statements.ts'
import { COLOURS, FONTS, type Paper, printPaper, rule, write, writeRight } from '#server/pdf.ts'
import { statementWords } from './words.ts'

/** A4. */
const SIZE = { width: 595, height: 842, margin: 48 }
const NOTE = { font: FONTS.slanted, size: 12, colour: COLOURS.brass }
/** The left edge and the width of each column of the sales; all but the first are aligned at the right. */
const COLUMNS = [
  { x: 48, width: 90 },
  { x: 138, width: 49 },
  { x: 187, width: 98 },
  { x: 285, width: 92 },
  { x: 377, width: 80 },
  { x: 457, width: 90 },
] as const
/** The balance stands in the right half. */
const BALANCE_X = 270

/** The statement as a PDF of one page, piece by piece. */
export function printStatement(statement: MonthlyStatement, locale: Locale): AsyncGenerator<Uint8Array> {
  const words = statementWords(statement, locale)
  const title = `Loge ${words.title} ${statement.number}`
  return printPaper({ ...SIZE, title, locale, created_at: statement.issued_at }, (paper) => {
    drawHead(paper, statement, words)
    drawPeople(paper, statement, words)
    drawSales(paper, words)
    drawBalance(paper, words)
  })
}

type Words = ReturnType<typeof statementWords>

function drawHead(paper: Paper, { number }: MonthlyStatement, words: Words): void {
  const { doc, margin } = paper
  write(paper, 'Loge', { y: margin, font: FONTS.display, size: 28, colour: COLOURS.garnet })
  write(paper, words.title, { ...NOTE, y: doc.y })
  writeRight(paper, words.number, { ...NOTE, y: margin + 4 })
  writeRight(paper, number, { y: margin + 20, font: FONTS.display, size: 16 })
  writeRight(paper, words.month, { ...NOTE, y: margin + 40 })
  doc.y = margin + 62
  rule(paper)
}

function drawPeople(paper: Paper, { creator, seller }: MonthlyStatement, words: Words): void {
  const { doc, margin, width } = paper
  const { y } = doc
  const half = (width - 2 * margin) / 2
  write(paper, words.for, { ...NOTE, y, width: half })
  write(paper, creator.name, { y: doc.y, font: FONTS.bold, size: 11, width: half })
  write(paper, `@${creator.username}`, { y: doc.y, size: 9, colour: COLOURS.soft, width: half })
  const below = doc.y
  const right = { x: margin + half, width: half }
  writeRight(paper, words.from, { ...NOTE, ...right, y })
  for (const [place, line] of seller.entries()) {
    const style = place === 0 ? { font: FONTS.bold, size: 11 } : { size: 9, colour: COLOURS.soft }
    writeRight(paper, line, { ...style, ...right, y: doc.y })
  }
  doc.y = Math.max(below, doc.y) + 24
}

function drawSales(paper: Paper, { heads, sales, together }: Words): void {
  drawCells(paper, heads, { size: 9, colour: COLOURS.soft })
  for (const cells of sales) drawCells(paper, cells, { size: 10 })
  drawCells(paper, together, { font: FONTS.bold, size: 10 }, COLOURS.ink)
  paper.doc.y += 24
}

function drawCells(
  paper: Paper,
  cells: readonly string[],
  style: { font?: string; size: number; colour?: string },
  line = COLOURS.line,
): void {
  const { doc } = paper
  const { y } = doc
  for (const [place, column] of COLUMNS.entries())
    write(paper, cells[place] ?? '', { ...style, ...column, y, align: place === 0 ? 'left' : 'right' })
  doc.y = y + 16
  rule(paper, { colour: line })
}

function drawBalance(paper: Paper, { opening, moves, closing, notes }: Words): void {
  const { doc } = paper
  for (const [label, amount] of [opening, ...moves]) {
    const { y } = doc
    write(paper, label, { x: BALANCE_X, y, size: 10, colour: COLOURS.soft, width: 180 })
    writeRight(paper, amount, { y, font: FONTS.display, size: 12 })
    doc.y = y + 18
    rule(paper, { x: BALANCE_X, colour: COLOURS.line })
  }
  doc.y -= 10
  rule(paper, { x: BALANCE_X })
  const { y } = doc
  write(paper, closing[0], { x: BALANCE_X, y: y + 6, font: FONTS.bold, size: 11, width: 160 })
  writeRight(paper, closing[1], { y, font: FONTS.display, size: 22, colour: COLOURS.garnet })
  doc.y = y + 36
  for (const note of notes) {
    write(paper, note, { x: BALANCE_X, y: doc.y, size: 9, colour: COLOURS.soft })
    doc.y += 6
  }
}
