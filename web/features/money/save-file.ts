/** How long a browser may take to read what it was given. */
const READ_MS = 60_000

/** Has the browser keep these bytes as a file, as if a link to them had been pressed. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}
