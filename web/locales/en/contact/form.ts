/** The contact page. */
export const contact = {
  title: 'Contact Us',
  description:
    'Write to the people behind Loge: a question, a problem, a request about your data. Your message reaches us, and the answer comes by e-mail.',
  cue: 'The stage door',
  lead: 'A question, something that does not work, an idea, a request about your data: it all comes in here.',
  answer: 'The answer comes by e-mail',
  answer_text: 'It goes to the address you give in the form, so please look at it twice.',
  data: 'Your account and your data',
  data_text: 'To see, correct or delete what we keep about you, simply ask here. Your rights are in the',
  data_link: 'Privacy Policy',
  kept: 'Kept for at most 12 months',
  kept_text: 'Your message goes to the people who run Loge, and is used for nothing but the answer.',
  form_title: 'Write to us',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  submit: 'Send Message',
  needs_script: 'This form needs JavaScript. Please switch it on and reload the page.',
  sent_toast: 'Your message has been sent',
  sent: 'Thank you. Your message has reached us, and the answer will come by e-mail.',
  failure: 'Your message was not sent. It is still here, so you can try again.',
}
