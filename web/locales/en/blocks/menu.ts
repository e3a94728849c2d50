/** What every menu about a person offers, and a blocked conversation. The rest is in `safety.ts`. */
export const blocks = {
  more: 'More about {{username}}',
  mute: 'Mute {{username}}',
  unmute: 'Unmute {{username}}',
  report: 'Report…',
  block: 'Block…',
  unblock: 'Unblock',
  you_blocked: 'You blocked {{username}}',
  you_blocked_text: 'Neither of you can write. What was said stays here.',
  blocked: 'Blocked',
  muted_now: '{{username}} is muted',
  unmuted_now: '{{username}} is no longer muted',
  unblocked_now: '{{username}} is no longer blocked',
}
