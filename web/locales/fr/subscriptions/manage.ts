import type { subscriptions as english } from '#web/locales/en/subscriptions/manage.ts'
import type { French } from '#web/locales/french.ts'

export const subscriptions: French<typeof english> = {
  kind_single: 'Billet unique',
  kind_renewing: 'Billet d’un mois',
  kind_stopped: 'Billet d’un mois',
  kind_granted: 'Offert par la maison',
  open_until: 'Ouvert jusqu’au',
  then_renews: 'Puis se renouvelle à',
  card: 'Carte',
  card_ending: 'finissant par {{digits}}',
  change_card: 'Changer',
  change_card_of: 'la carte',
  receipts_of: 'Reçus',
  to_receipts: 'Tout voir',
  close: 'Fermer',
  stop: 'Ne plus renouveler',
  stop_title: 'Ne plus renouveler\u202f?',
  stop_text_start: 'Votre place dans la loge de {{name}} reste à vous jusqu’au',
  stop_text_end: 'Rien d’autre ne sera débité, et vous pouvez revenir quand vous voulez.',
  stop_unpaid:
    'Votre renouvellement dans la loge de {{name}} n’est pas encore payé. Si vous arrêtez maintenant, le rideau se ferme aussitôt, et rien d’autre ne sera débité.',
  keep: 'Continuer à renouveler',
  stopped_now: 'Arrêté. Votre place reste ouverte jusqu’au {{date}}\u202f; un e-mail le confirme.',
  stopped_unpaid: 'Arrêté. Rien d’autre ne sera débité\u202f; un e-mail le confirme.',
  withdraw: 'Se rétracter de cet achat',
}
