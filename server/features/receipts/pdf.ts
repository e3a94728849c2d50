import type { Locale } from '#contract/accounts.ts'
import type { Receipt } from '#contract/receipts.ts'
import { receiptWords } from './words.ts'

/** A stub of paper, in points. */
const PAGE = { width: 420, height: 600 }
const MARGIN = 36
const COLOURS = { ink: '#22151F', soft: '#574753', garnet: '#8C1430', brass: '#A87C2A', line: '#D9CDB8' }
/** The fonts that every reader has. They know the letters of Western Europe. */
const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', display: 'Times-Roman', slanted: 'Times-Italic' }

type Pdf = InstanceType<typeof import('pdfkit')>

/** The receipt as a PDF, piece by piece. The library is loaded when the first one is printed. */
export async function* printReceipt(receipt: Receipt, locale: Locale): AsyncGenerator<Uint8Array> {
  const { default: PdfDocument } = await import('pdfkit')
  const words = receiptWords(receipt, locale)
  const doc = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    lang: locale,
    info: { Title: `Loge ${words.title} ${receipt.number}`, CreationDate: new Date(receipt.issued_at) },
  })
  drawHead(doc, receipt, words)
  for (const row of words.rows) drawRow(doc, row)
  rule(doc)
  for (const line of words.lines) drawRow(doc, line)
  rule(doc)
  drawTotal(doc, words.total)
  dashes(doc)
  drawFoot(doc, receipt.seller, words)
  drawRail(doc)
  doc.end()
  for await (const piece of doc) yield piece as Uint8Array
}

type Words = ReturnType<typeof receiptWords>

function drawHead(doc: Pdf, receipt: Receipt, words: Words): void {
  doc.font(FONTS.display).fontSize(28).fillColor(COLOURS.garnet).text('Loge', MARGIN, MARGIN)
  doc.font(FONTS.slanted).fontSize(12).fillColor(COLOURS.brass).text(words.title)
  right(doc, words.number, { y: MARGIN + 4, font: FONTS.slanted, size: 12, colour: COLOURS.brass })
  right(doc, receipt.number, { y: MARGIN + 20, font: FONTS.display, size: 16 })
  doc.y = MARGIN + 56
  rule(doc)
  const { y } = doc
  doc.font(FONTS.slanted).fontSize(12).fillColor(COLOURS.brass).text(words.box, MARGIN, y)
  doc.font(FONTS.display).fontSize(18).fillColor(COLOURS.ink).text(printable(receipt.creator))
  const below = doc.y
  right(doc, words.seat, { y, font: FONTS.slanted, size: 12, colour: COLOURS.brass })
  right(doc, words.period, { y: y + 14, font: FONTS.display, size: 18 })
  doc.y = below + 8
  dashes(doc)
}

function drawRow(doc: Pdf, [label, value]: [string, string]): void {
  const { y } = doc
  doc.font(FONTS.plain).fontSize(10).fillColor(COLOURS.soft).text(printable(label), MARGIN, y, { width: 160 })
  right(doc, value, { y, size: 10 })
  doc.y = y + 20
}

function drawTotal(doc: Pdf, [label, value]: [string, string]): void {
  const { y } = doc
  doc
    .font(FONTS.bold)
    .fontSize(11)
    .fillColor(COLOURS.ink)
    .text(printable(label), MARGIN, y + 8)
  right(doc, value, { y, font: FONTS.display, size: 22, colour: COLOURS.garnet })
  doc.y = y + 36
}

function drawFoot(doc: Pdf, seller: readonly string[], words: Words): void {
  doc.font(FONTS.bold).fontSize(9).fillColor(COLOURS.ink).text(words.seller, MARGIN, doc.y)
  doc.font(FONTS.plain)
  for (const line of seller) doc.text(printable(line))
  doc
    .moveDown()
    .fillColor(COLOURS.soft)
    .text(words.consent, { width: PAGE.width - 2 * MARGIN })
}

/** The balustrade of the house: a garnet rail over brass balusters. */
function drawRail(doc: Pdf): void {
  const [top, bottom] = [PAGE.height - 34, PAGE.height - 6]
  const [middle, step] = [(top + bottom) / 2, 14]
  doc.rect(0, top - 6, PAGE.width, 6).fill(COLOURS.garnet)
  for (let x = step / 2; x < PAGE.width; x += step)
    doc.polygon([x, top + 3], [x + 4, middle], [x, bottom - 3], [x - 4, middle]).fill(COLOURS.brass)
  doc.rect(0, bottom, PAGE.width, 2).fill(COLOURS.brass)
}

interface RightText {
  y: number
  font?: string
  size: number
  colour?: string
}

function right(doc: Pdf, text: string, { y, font = FONTS.plain, size, colour = COLOURS.ink }: RightText): void {
  const width = PAGE.width - 2 * MARGIN
  doc.font(font).fontSize(size).fillColor(colour).text(printable(text), MARGIN, y, { width, align: 'right' })
}

function rule(doc: Pdf): void {
  stroke(doc, COLOURS.ink)
}

function dashes(doc: Pdf): void {
  doc.dash(5, { space: 4 })
  stroke(doc, COLOURS.line)
  doc.undash()
}

function stroke(doc: Pdf, colour: string): void {
  const y = doc.y + 2
  doc
    .moveTo(MARGIN, y)
    .lineTo(PAGE.width - MARGIN, y)
    .lineWidth(0.75)
    .strokeColor(colour)
    .stroke()
  doc.y = y + 12
}

/** The letters that the fonts lack, such as ł or ō, are printed without their marks. */
function printable(text: string): string {
  return text
    .replaceAll('\u202f', '\u00a0')
    .replaceAll('\u2212', '\u2013')
    .replaceAll(
      /[^\u0020-\u00ff€‘’“”–—…]/gu,
      (letter) => letter.normalize('NFD').replaceAll(/[^\u0020-\u00ff]/gu, '') || '?',
    )
}
