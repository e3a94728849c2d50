/** The first grapheme of a name, in upper case, as a placeholder for a missing picture. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toLocaleUpperCase() ?? ''
}
