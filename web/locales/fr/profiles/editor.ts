import type { profiles as english } from '#web/locales/en/profiles/editor.ts'
import type { French } from '#web/locales/french.ts'

export const profiles: French<typeof english> = {
  editor: {
    title: 'Profil créateur',
    text: 'Photo, bio et vos trois prix.',
    load_failed: 'Une erreur inattendue s’est produite',
    try_again: 'Réessayer',
    picture: 'Photo',
    choose_picture: 'Choisir une photo',
    change_picture: 'Changer la photo',
    picture_types: 'JPEG, PNG, GIF',
    picture_stays: 'Votre photo actuelle reste en place.',
    bio: 'Bio',
    bio_length: '{{count}} caractères sur {{most}}',
    price_rule: 'Un prix est compris entre {{least}} et {{most}}, au centime près.',
    price_of: 'prix de {{time}}',
    bio_part: 'bio',
    picture_part: 'photo',
    save: 'Enregistrer le profil',
    restored: 'Ce que vous n’aviez pas enregistré est de retour.',
    discard: 'Abandonner',
    discarded: 'Vos modifications ont été abandonnées',
    undo: 'Rétablir',
    unsaved: 'Non enregistré : {{parts}}',
    picture_first: 'Choisissez une photo pour ouvrir votre loge.',
    uploading: 'Envoi de la photo',
    preparing: 'Préparation de la photo',
    cancel: 'Annuler',
    created: 'Profil créé',
    create_failed: 'Une erreur inattendue est survenue',
    updated: 'Profil mis à jour !',
    update_failed: 'Le profil n’a pas pu être mis à jour. Veuillez réessayer.',
    by_invitation:
      'Loge accueille pour le moment ses nouveaux créateurs sur invitation. Dites-nous ci-dessus que cela vous intéresse.',
  },
  share: {
    title: 'Lien de partage',
    link: 'Lien vers votre page',
    copy: 'Copier',
    copied: 'Copié',
    copy_yourself:
      'Le navigateur n’a pas permis la copie. Le lien est sélectionné : copiez-le avec Ctrl+C, ou ⌘C sur un Mac.',
  },
}
