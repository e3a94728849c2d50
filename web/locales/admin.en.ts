/** The pages of the staff. */
export const admin = {
  title: 'Admin Panel',
  sections: 'Sections of the admin panel',
  users: 'Users',
  no_users: 'There is no users yet',
  no_users_text: 'Those who sign up are listed here.',
  reports: 'Reports',
  no_reports: 'No reports yet',
  no_reports_text: 'Reported posts wait here to be judged.',
  numbers: 'Analytics',
  no_numbers: 'No numbers yet',
  no_numbers_text: 'The box office has not opened.',
}
