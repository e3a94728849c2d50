/** What somebody wrote, as it is kept: new lines and tabs stay, other control characters and half signs are nothing that anybody types. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
}

/** As it is searched: without accents, case and spare room. `plain_text` of the database does the same to what is found. */
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
