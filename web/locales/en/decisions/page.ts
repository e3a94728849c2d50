import { decisions as reasons } from './grounds.ts'

/** The page of a decision, for whom it concerns. The statement of reasons comes from the server. */
export const decisions = {
  page_title: 'What we did, and why',
  title_start: 'What we did,',
  title_end: 'and why',
  looked_at_post: 'We looked at a post you published. Here is our decision, its reason, and what you can do about it.',
  looked_at_story:
    'We looked at a story you published. Here is our decision, its reason, and what you can do about it.',
  looked_at_message:
    'We looked at a message you wrote. Here is our decision, its reason, and what you can do about it.',
  looked_at_profile: 'We looked at your profile. Here is our decision, its reason, and what you can do about it.',
  frozen: {
    label: 'Your account',
    title: 'Your account is frozen.',
    text: 'Nobody sees it, and you cannot post or write. Nothing is lost.',
    why: 'Read why',
  },
  unknown: 'This link leads nowhere',
  unknown_text: 'It may be incomplete. Copy all of it from the mail, or write to us.',
  contact: 'Write to us',
  failed: 'The decision could not be loaded',
  try_again: 'Try again',
  answer: 'Answer this decision',
  until: 'You may answer until {{date}}. Somebody who did not decide it will read your words.',
  over: 'The time to answer ended on {{date}}. You may still go to an out-of-court body or to a judge.',
  your_answer: 'Your answer',
  answer_hint: 'This is your appeal. You may write once; somebody who did not decide it reads it.',
  left_one: '{{count}} character left',
  left_other: '{{count}} characters left',
  over_length_one: '{{count}} character too many',
  over_length_other: '{{count}} characters too many',
  cancel: 'Cancel',
  send: 'Send answer',
  send_failed: 'Your answer was not sent.',
  answered_on: 'You answered on {{date}}',
  waiting: 'Somebody who did not decide it reads your words. We tell you the outcome by mail.',
  upheld: 'You were right: we undid this decision on {{date}}.',
  rejected: 'We looked again on {{date}}, and the decision stands.',
  our_answer: 'Our answer',
  undone: 'This decision was undone on {{date}}.',
  take_data: 'Take my data with me',
  data_asked:
    'We are preparing it. A mail to the address of your account brings you the link, which works for {{count}} days.',
  data_failed: 'Your data could not be asked for.',
  ...reasons,
}
