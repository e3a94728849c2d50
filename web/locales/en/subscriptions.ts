/** The subscriptions page of a member. */
export const subscriptions = {
  title: 'Subscriptions',
  ongoing: 'Ongoing',
  no_ongoing: 'No ongoing subscriptions yet',
  no_ongoing_text: 'Your tickets will be kept here.',
  past: 'Past',
  no_past: 'No past subscriptions yet',
  no_past_text: 'Torn tickets end up here.',
  see_profile: 'See profile',
  expired: 'Expired',
  /** The label below the number. */
  days_left_one: 'day left',
  days_left_other: 'days left',
  hours_left_one: 'hour left',
  hours_left_other: 'hours left',
  minutes_left_one: 'minute left',
  minutes_left_other: 'minutes left',
  failed: 'Your subscriptions could not be loaded',
  more: 'Show more subscriptions',
  try_again: 'Try again',
}
