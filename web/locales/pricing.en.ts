/** The pricing page. */
export const pricing = {
  title: 'Pricing',
}
