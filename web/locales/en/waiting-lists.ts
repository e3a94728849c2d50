/** Being told when tickets of a creator can be bought, and how many want to be. */
export const waiting_lists = {
  closed: 'This box is not open yet',
  closed_text: 'One notice on the day it opens, nothing else.',
  tell_me: 'Tell me when it opens',
  told: 'We will tell you',
  told_text: 'By notice and by mail, when {{username}}’s box opens.',
  undo: 'Undo',
  before: 'Before the doors',
  asked_one: 'person asked to be told when your box opens',
  asked_other: 'people asked to be told when your box opens',
  this_week_one: 'One of them this week.',
  this_week_other: '{{count}} of them this week.',
  none_this_week: 'None of them this week.',
  never_who: 'You see how many, never who.',
  copy: 'Copy your link',
}
