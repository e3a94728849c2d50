import type { newsletter as english } from '#web/locales/en/newsletter/form.ts'
import type { French } from '#web/locales/french.ts'

export const newsletter: French<typeof english> = {
  form: {
    needs_script: 'Ce formulaire a besoin de JavaScript.',
    title: 'Le rideau se lève bientôt.',
    lead: 'Laissez votre e-mail pour l’accès anticipé. Nous vous écrirons à l’ouverture des portes.',
    free: 'L’inscription est gratuite.',
    email: 'Adresse e-mail',
    placeholder: 'camille@example.com',
    wish_to_create: 'Je souhaite devenir créateur ou créatrice',
    submit: 'Réserver ma place',
    consent: 'Nous vous écrirons à propos de l’ouverture, rien d’autre.',
    success: 'Inscription réussie',
    failure: 'Une erreur inattendue s’est produite',
    reserved: 'Première fois ? Confirmez par le lien de l’e-mail que nous vous envoyons.',
  },
}
