import type { blocks as en } from '#web/locales/en/blocks/menu.ts'
import type { French } from '#web/locales/french.ts'

export const blocks: French<typeof en> = {
  more: 'Plus à propos de {{username}}',
  mute: 'Mettre {{username}} en sourdine',
  unmute: 'Réactiver {{username}}',
  report: 'Signaler…',
  block: 'Bloquer…',
  unblock: 'Débloquer',
  you_blocked: 'Vous avez bloqué {{username}}',
  you_blocked_text: 'Aucun de vous deux ne peut écrire. Ce qui a été dit reste ici.',
  blocked: 'Bloqué',
  muted_now: '{{username}} est en sourdine',
  unmuted_now: '{{username}} n’est plus en sourdine',
  unblocked_now: '{{username}} n’est plus bloqué',
}
