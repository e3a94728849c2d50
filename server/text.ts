/** Normalises a text for storage: removes control characters except new lines and tabs, and replaces lone surrogates. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
}

/** Normalises a text for search: without accents, case and extra spaces. The function `plain_text` of the database does the same. */
export function plainText(text: string): string {
  return cleanText(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
