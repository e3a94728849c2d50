/** The sessions of a user, on the settings page. */
export const sessions = {
  title: 'Sessions',
  text: 'Where you are signed in.',
  this_device: 'This device',
  just_now: 'Last used just now',
  hours_ago: 'Last used {{count}}h ago',
  days_ago: 'Last used {{count}}d ago',
  end: 'End',
  ended: 'Session ended',
  end_others: 'Sign out everywhere else',
  end_others_title: 'Sign out everywhere else?',
  end_others_text: 'Every other device has to log in again. You stay signed in here.',
  others_ended: 'You are signed out everywhere else',
  cancel: 'Cancel',
  failed: 'Your sessions could not be loaded',
  try_again: 'Try again',
}
