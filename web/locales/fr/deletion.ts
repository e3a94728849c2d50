import type { deletion as english } from '#web/locales/en/deletion.ts'
import type { French } from '#web/locales/french.ts'

export const deletion: French<typeof english> = {
  title: 'Supprimer le compte',
  text: 'Vous avez {{days}} jours pour changer d’avis.',
  hidden:
    'Toutes vos sessions prennent fin aussitôt, et plus personne ne voit votre compte, vos publications ni vos stories.',
  erased:
    'Pendant {{days}} jours, il suffit de vous connecter pour tout retrouver. Ensuite, tout est effacé pour de bon : vos publications et vos stories avec leurs images, vos mentions « j’aime », vos signalements, votre nom et votre adresse.',
  messages: 'Ce que vous avez écrit à d’autres leur reste, sous « Membre ».',
  subscriptions: 'Vos abonnements prennent fin, sans remboursement.',
  ledger: 'Les lignes de nos comptes sur les paiements restent, sans votre nom.',
  delete: 'Supprimer mon compte',
  dialog_title: 'Supprimer votre compte ?',
  dialog_text: 'Toutes vos sessions prennent fin. Pour garder le compte, reconnectez-vous dans les {{days}} jours.',
  password: 'Votre mot de passe',
  wrong: 'Ce n’est pas votre mot de passe.',
  keep: 'Garder mon compte',
  until: 'Votre compte est masqué et sera effacé le {{date}}. Pour le garder, connectez-vous avant.',
}
