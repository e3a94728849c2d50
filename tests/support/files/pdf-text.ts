import { getDocumentProxy } from 'unpdf'

/** The texts of a PDF in reading order, with ordinary spaces, and what it says about itself. */
export async function readPdf(bytes: Uint8Array): Promise<{ texts: string[]; title: unknown; pages: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(
      ...items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.replaceAll(/\s/g, ' ')] : [])),
    )
  }
  const { info } = await pdf.getMetadata()
  return { texts, title: 'Title' in info ? info.Title : undefined, pages: pdf.numPages }
}
