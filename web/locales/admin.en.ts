import { users_page } from './admin-users.en.ts'

/** The pages of the staff. */
export const admin = {
  title: 'Admin Panel',
  sections: 'Sections of the admin panel',
  users: 'Users',
  no_users: 'There is no users yet',
  no_users_text: 'Those who sign up are listed here.',
  users_page,
  reports: 'Reports',
  open_one: '{{count}} waits',
  open_other: '{{count}} wait',
  more_open: 'more than {{max}} wait',
  no_reports: 'No reports yet',
  no_reports_text: 'Reported posts wait here to be judged.',
  numbers: 'Analytics',
  no_numbers: 'No numbers yet',
  no_numbers_text: 'The box office has not opened.',
  numbers_page: {
    failed: 'The numbers could not be loaded',
    try_again: 'Try again',
    names: {
      gross_volume: 'Gross volume',
      vat_collected: 'VAT collected',
      platform_fees: 'Platform fees',
      banking_fees: 'Banking fees',
      creator_payouts: 'Creator payouts',
    },
  },
}
