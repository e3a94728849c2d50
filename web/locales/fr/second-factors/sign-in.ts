/** Le second verrou à la connexion, et le chemin du retour. */
export const second_factors = {
  step: {
    title: 'Le second verrou',
    app: 'Tapez les six chiffres de votre application.',
    passkey: 'Utilisez la clé d’accès de ce compte.',
    recovery_code: 'Tapez un de vos codes de secours. Chacun ouvre la porte une fois.',
    wrong: 'Ce code a expiré. Tapez celui que vous voyez maintenant.',
    digits: 'Six chiffres',
    recovery_label: 'Code de secours',
    trust: 'Ne plus demander ici pendant 30\u00a0jours',
    open: 'Ouvrir',
    use_passkey: 'Utiliser une clé d’accès',
    use_app: 'Utiliser l’application',
    use_recovery: 'Utiliser un code de secours',
    lost: 'J’ai tout perdu',
  },
  lost: {
    title: 'Tous vos appareils sont perdus\u202f?',
    text: 'Vous pouvez demander à notre équipe de retirer votre second verrou. Nous écrivons aussitôt à votre adresse, avec un lien pour tout arrêter. Après trois jours, une personne de l’équipe décide.',
    ask: 'Demander à l’équipe',
    done: 'Nous vous avons écrit. Notre équipe pourra décider à partir du {{date}}. D’ici là, rien ne change.',
    back: 'Retour',
  },
  stop: {
    title: 'Arrêter la demande',
    text: 'Quelqu’un qui connaît votre mot de passe a demandé à notre équipe de retirer votre second verrou.',
    submit: 'Arrêter',
    done: 'La demande est arrêtée. Vos verrous restent en place. Si ce n’était pas vous, changez votre mot de passe maintenant.',
    onward: 'Choisir un nouveau mot de passe',
    failed: 'La demande n’a pas pu être arrêtée.',
  },
}
