/** The card of a creator above the landing page, for a visitor who followed a link. */
export const invitations = {
  cue: 'An invitation',
  title: '{{username}} invites you to',
  title_end: 'a private box',
  bio: '“{{bio}}”',
  sign_up: 'Sign up to go in',
  log_in: 'Log in',
  free: 'Joining is free, and leads straight to {{username}}’s page.',
  close: 'Close this invitation',
}
