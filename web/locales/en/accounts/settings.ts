import { deletion } from '#web/locales/en/deletion.ts'
import { exports } from '#web/locales/en/exports.ts'
import { profiles } from '#web/locales/en/profiles/editor.ts'
import { sessions } from '#web/locales/en/sessions.ts'

/** Namespace of the settings page, with the texts of other nouns that it shows. */
export const sections = {
  accounts: {
    settings_title: 'Settings',
    tabs: { account: 'Account', sign_in: 'Sign-in', notices: 'Notices', safety: 'Safety' },
    username: {
      title: 'Username',
      /** For a member without a profile, whose username has no profile page. */
      text: 'The name that others see.',
      address_text: 'The name that others see, and your address on Loge.',
      rule: 'A username has 3 to 30 letters, digits, _ or -, and starts with a letter or a digit.',
      saved: 'Username updated successfully',
      restored: 'Not saved yet.',
      discard: 'Discard',
      save: 'Save',
    },
    interest: {
      title: 'Becoming a creator',
      label: 'I am interested in becoming a creator',
      saved: 'Creator preference updated successfully',
      failed: 'Failed to update creator preference',
    },
    /** In place of the profile editor, while creators join by invitation. */
    invitation: {
      title: 'Creators join by invitation',
      text: 'For the moment Loge takes new creators by invitation. Ask for one, and we will tell you when you can open your box.',
      asked: 'Your request was sent. We will tell you, here and by mail, when you can open your box.',
      ask: 'Ask for an invitation',
      take_back: 'Take the request back',
    },
    appearance: {
      title: 'Language and appearance',
      text: 'Kept in your account, for your mails and for the next device you log in on.',
      language: 'Language',
      theme: 'Appearance',
      light: 'Light',
      dark: 'Dark',
      system: 'System',
    },
    password: {
      title: 'Password',
      text: 'A new one signs you out everywhere else.',
      current: 'Current password',
      new: 'New password',
      hint: 'At least 8 characters',
      confirmation: 'Confirm password',
      submit: 'Change password',
      wrong: 'This is not your current password.',
      changed: 'Password changed. You are signed out everywhere else.',
    },
    email: {
      title: 'Email',
      text: 'A link that we send to the new address confirms it. The old one is told, and can undo it for 7 days.',
      new: 'New address',
      present: 'Now: {{email}}',
      current_password: 'Current password',
      submit: 'Change address',
      sent: 'We sent a link to {{email}}. Your address changes when you follow it, within an hour.',
      wrong: 'This is not your current password.',
      same: 'This is your address already.',
      taken: 'This address belongs to another account.',
      refused: 'This address cannot be used.',
      unconfirmed: '{{email}} is not confirmed yet. Follow the link in the mail that we sent there.',
      resend: 'Send the link again',
      resent: 'We sent you another link. Please check your inbox.',
      confirm_title: 'Confirm your address',
      confirm_text: 'You log in with it, and our mails go there.',
      confirm_submit: 'Confirm this address',
      confirm_failed: 'The address could not be confirmed.',
      confirm_done: 'Your address is confirmed.',
      confirm_onward: 'Go on to Loge',
      undo_title: 'Take your address back',
      undo_text: 'Every session ends, the password no longer works, and we send you a link to set a new one.',
      undo_submit: 'Take this address back',
      undo_failed: 'The address could not be taken back.',
      undo_done: 'The address is yours again. We sent you a link to set a new password.',
      undo_onward: 'Log in',
    },
  },
  deletion,
  exports,
  profiles,
  sessions,
}
