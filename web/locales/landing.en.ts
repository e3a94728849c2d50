/** The landing page. */
export const landing = {
  title: 'Discover',
  cue: 'Pre-launch, with early access',
  headline: 'The best seats are',
  headline_end: 'private.',
  lead: 'Loge is an exclusive content platform connecting creators and fans. Joining is free: you pay only for what you enjoy.',
  sign_up: 'Sign up',
  log_in: 'Log in',
  features_title: 'Closer to the artist,',
  features_title_end: 'away from the noise.',
  exclusive: 'Exclusive content',
  exclusive_text: 'Photos and 24-hour stories that creators show here, and only to the people who subscribe.',
  flexible: 'Flexible membership',
  flexible_text: 'Free to join. Subscriptions are monthly and you can cancel at any time.',
  privacy: 'Privacy and security',
  privacy_text: 'Protected pictures are delivered to subscribers only, and any post can be reported.',
}
