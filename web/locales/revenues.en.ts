/** What a creator earns. */
export const revenues = {
  title: 'Revenues',
  empty: 'No revenue yet',
  empty_text: 'Your takings will be counted here.',
}
