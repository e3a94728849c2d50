import type { Locale } from '#contract/accounts.ts'

type Pdf = InstanceType<typeof import('pdfkit')>

export const COLOURS = { ink: '#22151F', soft: '#574753', garnet: '#8C1430', brass: '#A87C2A', line: '#D9CDB8' }
/** The fonts that every reader has. They know the letters of Western Europe. */
export const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', display: 'Times-Roman', slanted: 'Times-Italic' }

/** A page of the house, in points: what it says from the top, and the balustrade at its foot. */
export interface Paper {
  doc: Pdf
  width: number
  height: number
  margin: number
}

interface PaperOptions extends Omit<Paper, 'doc'> {
  title: string
  locale: Locale
  created_at: string
}

/** A PDF of one page, piece by piece. The library is loaded when the first one is printed. */
export async function* printPaper(
  { title, locale, created_at, ...size }: PaperOptions,
  draw: (paper: Paper) => void,
): AsyncGenerator<Uint8Array> {
  const { default: PdfDocument } = await import('pdfkit')
  const doc = new PdfDocument({
    size: [size.width, size.height],
    margin: size.margin,
    lang: locale,
    info: { Title: title, CreationDate: new Date(created_at) },
  })
  const paper = { doc, ...size }
  draw(paper)
  drawRail(paper)
  doc.end()
  for await (const piece of doc) yield piece as Uint8Array
}

interface TextStyle {
  font?: string
  size: number
  colour?: string
}

interface TextPlace extends TextStyle {
  y: number
  /** The left edge; the margin if it is missing. */
  x?: number
  /** Up to the right margin if it is missing. */
  width?: number
  align?: 'left' | 'right'
}

/** Writes a text and leaves the position below it. */
export function write(paper: Paper, text: string, place: TextPlace): void {
  const { doc, margin } = paper
  const { font = FONTS.plain, size, colour = COLOURS.ink, y, x = margin, align = 'left' } = place
  const { width = paper.width - margin - x } = place
  doc.font(font).fontSize(size).fillColor(colour).text(printable(text), x, y, { width, align })
}

/** The same at the right edge. */
export function writeRight(paper: Paper, text: string, place: Omit<TextPlace, 'align'>): void {
  write(paper, text, { ...place, align: 'right' })
}

/** A line of ink from `x` to the right margin. */
export function rule(paper: Paper, { x = paper.margin, colour = COLOURS.ink } = {}): void {
  const { doc, width, margin } = paper
  const y = doc.y + 2
  doc
    .moveTo(x, y)
    .lineTo(width - margin, y)
    .lineWidth(0.75)
    .strokeColor(colour)
    .stroke()
  doc.y = y + 12
}

export function dashes(paper: Paper): void {
  paper.doc.dash(5, { space: 4 })
  rule(paper, { colour: COLOURS.line })
  paper.doc.undash()
}

/** The balustrade of the house: a garnet rail over brass balusters. */
function drawRail({ doc, width, height }: Paper): void {
  const [top, bottom] = [height - 34, height - 6]
  const [middle, step] = [(top + bottom) / 2, 14]
  doc.rect(0, top - 6, width, 6).fill(COLOURS.garnet)
  for (let x = step / 2; x < width; x += step)
    doc.polygon([x, top + 3], [x + 4, middle], [x, bottom - 3], [x - 4, middle]).fill(COLOURS.brass)
  doc.rect(0, bottom, width, 2).fill(COLOURS.brass)
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

/** "€1,028.79" or "1 028,79 €", with a real minus. */
export function moneyText(amount: string, locale: Locale): string {
  const [sign, digits] = amount.startsWith('-') ? ['\u2212', amount.slice(1)] : ['', amount]
  const [euros = '', cents] = digits.split('.')
  const grouped = euros.replaceAll(/\B(?=(\d{3})+$)/g, locale === 'fr' ? '\u202f' : ',')
  return locale === 'fr' ? `${sign}${grouped},${cents}\u00a0€` : `${sign}€${grouped}.${cents}`
}
