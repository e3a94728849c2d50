import type { contact as english } from '#web/locales/en/contact/form.ts'
import type { French } from '#web/locales/french.ts'

export const contact: French<typeof english> = {
  title: 'Nous contacter',
  description:
    'Écrivez à l’équipe de Loge : une question, un problème, une demande sur vos données. Votre message nous parvient, la réponse vient par e-mail.',
  cue: 'L’entrée des artistes',
  lead: 'Une question, un dysfonctionnement, une idée, une demande sur vos données : tout arrive ici.',
  answer: 'La réponse vient par e-mail',
  answer_text: 'Elle part à l’adresse que vous indiquez dans le formulaire : relisez-la bien.',
  data: 'Votre compte et vos données',
  data_text:
    'Pour consulter, corriger ou supprimer ce que nous conservons à votre sujet, demandez-le ici. Vos droits figurent dans la',
  data_link: 'politique de confidentialité',
  kept: 'Conservé 12 mois au plus',
  kept_text: 'Votre message parvient à l’équipe de Loge et ne sert qu’à vous répondre.',
  form_title: 'Écrivez-nous',
  name: 'Nom',
  email: 'E-mail',
  message: 'Message',
  submit: 'Envoyer le message',
  needs_script: 'Ce formulaire a besoin de JavaScript. Activez-le et rechargez la page.',
  sent_toast: 'Votre message a été envoyé',
  sent: 'Merci. Votre message nous est parvenu, et la réponse viendra par e-mail.',
  failure: 'Votre message n’a pas été envoyé. Il est toujours là : vous pouvez réessayer.',
}
