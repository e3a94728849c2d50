/** The contact page. */
export const contact = {
  title: 'Contact Us',
}
