/** The form for early access, on the landing page. */
export const newsletter = {
  form: {
    needs_script: 'This form needs JavaScript.',
    title: 'The curtain rises soon.',
    lead: 'Leave your email for early access. We will write when the doors open.',
    free: 'Joining is free.',
    email: 'Email address',
    placeholder: 'camille@example.com',
    wish_to_create: 'I am interested in becoming a creator',
    submit: 'Reserve my seat',
    /** The consent text, version 2026-11. A change needs a new version. */
    consent: 'We will write about the opening, nothing else.',
    success: 'Registration succeeded',
    failure: 'An unexpected error happened',
    reserved: 'New here? Please confirm with the link in the mail we send you.',
  },
}
