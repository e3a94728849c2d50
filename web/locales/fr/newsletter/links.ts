import type { newsletter as english } from '#web/locales/en/newsletter/links.ts'
import type { French } from '#web/locales/french.ts'

export const newsletter: French<typeof english> = {
  confirm: {
    title: 'Confirmez votre adresse',
    text: 'Un geste, et votre place est réservée. Nous vous écrirons à propos de l’ouverture, rien d’autre, et chaque e-mail indique la sortie.',
    action: 'Confirmer mon adresse',
    done_title: 'Votre place est réservée',
    done: 'Votre adresse est confirmée. Nous vous écrirons à l’ouverture des portes.',
    onwards: 'Retour à la maison',
    failed: 'Votre adresse n’a pas pu être confirmée.',
    dead: 'Ce lien a expiré, a déjà servi ou n’est pas complet. Si vous l’avez déjà utilisé, tout va bien.',
    way: 'Demander un nouveau lien',
  },
  unsubscribe: {
    title: 'Quitter la liste',
    text: 'Nous ne vous écrirons plus à propos de l’ouverture. Votre adresse est supprimée ; un compte Loge est autre chose, et reste.',
    action: 'Se désinscrire',
    done_title: 'Vous avez quitté la liste',
    done: 'Votre adresse est supprimée. Vous ne recevrez plus ces e-mails.',
    onwards: 'Retour à la maison',
    failed: 'Votre adresse n’a pas pu être retirée de la liste.',
    dead: 'Ce lien n’est pas complet, ou plus personne ne le connaît.',
    way: 'Écrivez-nous, et nous le ferons pour vous',
  },
}
