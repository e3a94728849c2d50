/** Deleting an account, on the settings page, and the alert after it. */
export const deletion = {
  title: 'Delete account',
  text: 'You have {{days}} days to change your mind.',
  hidden: 'At once you are logged out everywhere, and nobody sees your account, your posts or your stories any more.',
  erased:
    'For {{days}} days, logging in brings everything back. Then it is erased for good: your posts and stories with their pictures, your likes, your reports, your name and your address.',
  messages: 'What you wrote to others stays with them, under “Member”.',
  subscriptions: 'Your subscriptions end, without refund.',
  ledger: 'Lines in our books about payments stay, without your name.',
  delete: 'Delete my account',
  dialog_title: 'Delete your account?',
  dialog_text: 'You are logged out everywhere. To keep the account, log in again within {{days}} days.',
  password: 'Your password',
  wrong: 'This is not your password.',
  keep: 'Keep my account',
  until: 'Your account is hidden, and will be erased on {{date}}. To keep it, log in before then.',
}
