import type { decisions as english } from '#web/locales/en/decisions/page.ts'
import type { French } from '#web/locales/french.ts'
import { decisions as reasons } from './grounds.ts'

export const decisions: French<typeof english> = {
  page_title: 'Ce que nous avons fait, et pourquoi',
  title_start: 'Ce que nous avons fait,',
  title_end: 'et pourquoi',
  looked_at_post:
    'Nous avons examiné une publication de votre part. Voici notre décision, son motif, et ce que vous pouvez faire.',
  looked_at_story:
    'Nous avons examiné une story que vous avez publiée. Voici notre décision, son motif, et ce que vous pouvez faire.',
  looked_at_message:
    'Nous avons examiné un message que vous avez écrit. Voici notre décision, son motif, et ce que vous pouvez faire.',
  looked_at_profile: 'Nous avons examiné votre profil. Voici notre décision, son motif, et ce que vous pouvez faire.',
  frozen: {
    label: 'Votre compte',
    title: 'Votre compte est gelé.',
    text: 'Personne ne le voit, et vous ne pouvez ni publier ni écrire. Rien n’est perdu.',
    why: 'Lire pourquoi',
  },
  unknown: 'Ce lien ne mène nulle part',
  unknown_text: 'Il est peut-être incomplet. Copiez-le en entier depuis l’e-mail, ou écrivez-nous.',
  contact: 'Écrivez-nous',
  failed: 'La décision n’a pas pu être chargée',
  try_again: 'Réessayer',
  answer: 'Répondre à cette décision',
  until: 'Vous pouvez répondre jusqu’au {{date}}. Quelqu’un qui n’a pas décidé lira vos mots.',
  over: 'Le délai pour répondre a pris fin le {{date}}. Vous pouvez encore saisir un organe extrajudiciaire ou un juge.',
  your_answer: 'Votre réponse',
  answer_hint: 'C’est votre recours. Vous pouvez écrire une seule fois\u202f; quelqu’un qui n’a pas décidé le lira.',
  left_one: '{{count}} caractère restant',
  left_many: '{{count}} caractères restants',
  left_other: '{{count}} caractères restants',
  over_length_one: '{{count}} caractère de trop',
  over_length_many: '{{count}} caractères de trop',
  over_length_other: '{{count}} caractères de trop',
  cancel: 'Annuler',
  send: 'Envoyer la réponse',
  send_failed: 'Votre réponse n’a pas été envoyée.',
  answered_on: 'Vous avez répondu le {{date}}',
  waiting: 'Quelqu’un qui n’a pas décidé lit vos mots. Nous vous dirons la suite par e-mail.',
  upheld: 'Vous aviez raison\u202f: nous avons annulé cette décision le {{date}}.',
  rejected: 'Nous avons réexaminé la décision le {{date}}, et elle demeure.',
  our_answer: 'Notre réponse',
  undone: 'Cette décision a été annulée le {{date}}.',
  take_data: 'Emporter mes données',
  data_asked:
    'Nous les préparons. Un e-mail à l’adresse de votre compte vous apportera le lien, valable {{count}} jours.',
  data_failed: 'Vos données n’ont pas pu être demandées.',
  ...reasons,
}
