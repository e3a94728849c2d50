/** The feed, what a post says, and the dialogs about it. */
export const home = {
  title: 'Home',
  empty: 'We found nothing for the moment..',
  empty_text: 'When the creators you follow publish, it shows here.',
}

export const posts = {
  more: 'More',
  report: 'Report',
}
