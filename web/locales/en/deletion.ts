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
  statements: 'Nobody can reach your statements and receipts here afterwards: save them first.',
  identity:
    'Who you are and where you were paid stays encrypted until ten years after the last line in our books about you, as the law asks.',
  balance_failed: 'Your balance could not be loaded. What becomes of it is in the mail about the deletion.',
  on_its_way: '{{amount}} is on its way to you, and arrives as if you had stayed.',
  balance_paid:
    'Your balance, {{amount}} today, is paid after the erasure, on {{date}} at the latest, also if it is less than {{minimum}}.',
  balance_paid_to:
    'Your balance, {{amount}} today, is paid to the account ending in {{digits}} after the erasure, on {{date}} at the latest, also if it is less than {{minimum}}.',
  balance_verification:
    'Your balance of {{amount}} cannot be paid while you are not verified, and nobody can be verified once the account is erased. Be verified and paid first.',
  balance_account:
    'Your balance of {{amount}} cannot be paid without a bank account, and none can be given once the account is erased. Give one first.',
  balance_negative:
    'Your balance is {{amount}}: more went back to fans than was there. We take nothing from your bank account.',
  to_payouts: 'To my payouts',
  delete: 'Delete my account',
  dialog_title: 'Delete your account?',
  dialog_text: 'You are logged out everywhere. To keep the account, log in again within {{days}} days.',
  password: 'Your password',
  wrong: 'This is not your password.',
  keep: 'Keep my account',
  until: 'Your account is hidden, and will be erased on {{date}}. To keep it, log in before then.',
}
