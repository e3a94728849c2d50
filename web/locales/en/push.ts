/** Push on this device: its state in the settings, and the invitation among the notices. */
export const push = {
  on: 'Push is on for this device.',
  try: 'Send me one to try',
  tried: 'It is on its way',
  silence: 'Switch it off here',
  off: 'Push is off for this device.',
  allow: 'Allow on this device',
  denied: 'Your browser refuses push from Loge.',
  denied_how: 'Allow notifications for this site in the settings of the browser.',
  unsupported: 'This browser cannot receive push.',
  install: 'Push needs the installed app here.',
  install_how: 'Press Share, then “Add to Home Screen”, and open Loge from there.',
  unknown: 'We could not find out whether push is on here.',
  try_again: 'Try again',
  failed: 'Push could not be switched on. The browser or its push service refused.',
  invitation: 'Hear it when it happens',
  invitation_text:
    'A message, a new post, a ticket that ends: this device can tell you, even when Loge is closed. It never says what is in it.',
  later: 'Not now',
}
