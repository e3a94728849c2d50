/** What happened that concerns one. */
export const notices = {
  title: 'Notices',
  empty: 'No notices yet',
  empty_text: 'What the house has to tell you is kept here.',
}
