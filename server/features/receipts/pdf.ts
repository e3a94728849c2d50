import type { Locale } from '#contract/accounts.ts'
import type { Receipt } from '#contract/receipts.ts'
import { COLOURS, dashes, FONTS, type Paper, printPaper, rule, write, writeRight } from '#server/pdf.ts'
import { receiptWords } from './words.ts'

/** A stub of paper. */
const SIZE = { width: 420, height: 600, margin: 36 }
const NOTE = { font: FONTS.slanted, size: 12, colour: COLOURS.brass }

/** The receipt as a PDF, piece by piece. */
export function printReceipt(receipt: Receipt, locale: Locale): AsyncGenerator<Uint8Array> {
  const words = receiptWords(receipt, locale)
  const title = `Loge ${words.title} ${receipt.number}`
  return printPaper({ ...SIZE, title, locale, created_at: receipt.issued_at }, (paper) => {
    drawHead(paper, receipt, words)
    for (const row of words.rows) drawRow(paper, row)
    rule(paper)
    for (const line of words.lines) drawRow(paper, line)
    rule(paper)
    drawTotal(paper, words.total)
    dashes(paper)
    drawFoot(paper, receipt.seller, words)
  })
}

type Words = ReturnType<typeof receiptWords>

function drawHead(paper: Paper, receipt: Receipt, words: Words): void {
  const { doc, margin } = paper
  write(paper, 'Loge', { y: margin, font: FONTS.display, size: 28, colour: COLOURS.garnet })
  write(paper, words.title, { ...NOTE, y: doc.y })
  writeRight(paper, words.number, { ...NOTE, y: margin + 4 })
  writeRight(paper, receipt.number, { y: margin + 20, font: FONTS.display, size: 16 })
  doc.y = margin + 56
  rule(paper)
  const { y } = doc
  write(paper, words.box, { ...NOTE, y })
  write(paper, receipt.creator, { y: doc.y, font: FONTS.display, size: 18 })
  const below = doc.y
  writeRight(paper, words.seat, { ...NOTE, y })
  writeRight(paper, words.period, { y: y + 14, font: FONTS.display, size: 18 })
  doc.y = below + 8
  dashes(paper)
}

function drawRow(paper: Paper, [label, value]: [string, string]): void {
  const { y } = paper.doc
  write(paper, label, { y, size: 10, colour: COLOURS.soft, width: 160 })
  writeRight(paper, value, { y, size: 10 })
  paper.doc.y = y + 20
}

function drawTotal(paper: Paper, [label, value]: [string, string]): void {
  const { y } = paper.doc
  write(paper, label, { y: y + 8, font: FONTS.bold, size: 11 })
  writeRight(paper, value, { y, font: FONTS.display, size: 22, colour: COLOURS.garnet })
  paper.doc.y = y + 36
}

function drawFoot(paper: Paper, seller: readonly string[], words: Words): void {
  const { doc } = paper
  write(paper, words.seller, { y: doc.y, font: FONTS.bold, size: 9 })
  for (const line of seller) write(paper, line, { y: doc.y, size: 9 })
  doc.moveDown()
  write(paper, words.consent, { y: doc.y, size: 9, colour: COLOURS.soft })
}
