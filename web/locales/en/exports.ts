/** The export of all data of an account, on the settings page. */
export const exports = {
  title: 'Your data',
  text: 'Everything your account holds, as one ZIP: your pictures, your words, and a page to read them.',
  load_failed: 'This part could not be loaded',
  ask: 'Ask for your data',
  ask_again: 'Ask for a new one',
  preparing: 'We are preparing it. You may leave this page: a notice and an email will tell you when it is ready.',
  ready: 'Your data as of {{day}} is ready: {{size}}, here until {{until}}.',
  download: 'Download',
  failed: 'A copy of your data could not be prepared. Please ask for it again.',
  try_again: 'Try again',
  over: 'This file is no longer here. Please ask for a new one.',
}
