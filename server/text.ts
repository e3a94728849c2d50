/** What somebody wrote, as it is kept: new lines and tabs stay, other control characters are nothing that anybody types. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
}
