/** What stands for a person where there is no picture: the first character of the name as people count them. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toLocaleUpperCase() ?? ''
}
