/** The second step of a sign-in, and the way back for who has lost every device. */
export const second_factors = {
  step: {
    title: 'The second lock',
    app: 'Type the six digits from your app.',
    passkey: 'Use the passkey of this account.',
    recovery_code: 'Type one of your recovery codes. Each opens the door once.',
    wrong: 'This code is over. Type the one you see now.',
    digits: 'Six digits',
    recovery_label: 'Recovery code',
    trust: 'Do not ask on this device for 30 days',
    open: 'Open',
    use_passkey: 'Use a passkey',
    use_app: 'Use the app',
    use_recovery: 'Use a recovery code',
    lost: 'I have lost everything',
  },
  lost: {
    title: 'All devices lost?',
    text: 'You can ask our staff to remove your second lock. We write to your e-mail address at once, with a link that stops it. After three days a member of staff decides.',
    ask: 'Ask our staff',
    done: 'We have written to you. Our staff can decide from {{date}} on. Until then nothing changes.',
    back: 'Back',
  },
  stop: {
    title: 'Stop the request',
    text: 'Somebody who knows your password asked our staff to remove your second lock.',
    submit: 'Stop it',
    done: 'The request is stopped. Your locks stay as they are. If it was not you, change your password now.',
    onward: 'Set a new password',
    failed: 'This could not be stopped.',
  },
}
