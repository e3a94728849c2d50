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
  statements: 'Plus personne n’accède ensuite à vos relevés et à vos reçus ici : enregistrez-les avant.',
  identity:
    'Qui vous êtes et où vous avez été payé reste chiffré jusqu’à dix ans après la dernière ligne de nos comptes à votre sujet, comme la loi le demande.',
  balance_failed: 'Votre solde n’a pas pu être chargé. Ce qu’il devient est dans l’e-mail sur la suppression.',
  on_its_way: '{{amount}} sont en route vers vous, et arriveront comme si vous étiez resté.',
  balance_paid:
    'Votre solde, {{amount}} aujourd’hui, est versé après l’effacement, le {{date}} au plus tard, même s’il est inférieur à {{minimum}}.',
  balance_paid_to:
    'Votre solde, {{amount}} aujourd’hui, est versé sur le compte finissant par {{digits}} après l’effacement, le {{date}} au plus tard, même s’il est inférieur à {{minimum}}.',
  balance_verification:
    'Votre solde de {{amount}} ne peut pas être versé tant que vous n’êtes pas vérifié, et plus personne ne peut l’être une fois le compte effacé. Faites-vous vérifier et payer d’abord.',
  balance_account:
    'Votre solde de {{amount}} ne peut pas être versé sans compte bancaire, et vous ne pourrez plus en donner une fois le compte effacé. Donnez-en un d’abord.',
  balance_negative:
    'Votre solde est de {{amount}} : davantage a été rendu à vos fans que ce qu’il contenait. Nous ne prélevons rien sur votre compte bancaire.',
  to_payouts: 'Vers mes versements',
  delete: 'Supprimer mon compte',
  dialog_title: 'Supprimer votre compte ?',
  dialog_text: 'Toutes vos sessions prennent fin. Pour garder le compte, reconnectez-vous dans les {{days}} jours.',
  password: 'Votre mot de passe',
  wrong: 'Ce n’est pas votre mot de passe.',
  keep: 'Garder mon compte',
  until: 'Votre compte est masqué et sera effacé le {{date}}. Pour le garder, connectez-vous avant.',
}
