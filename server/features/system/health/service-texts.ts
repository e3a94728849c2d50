/** What the checks of the settings, of this machine and of the services around it can find. */
export const SERVICE_TEXTS = {
  settings_ok: {
    state: 'ok',
    en: ['All settings are known. Set by you: {count}.'],
    fr: ['Tous les réglages sont connus. Définis par vous\u202f: {count}.'],
  },
  settings_unknown: {
    state: 'warning',
    en: ['Names that look like settings are not known.', 'Correct or remove them: .env.example lists all settings.'],
    fr: [
      'Des noms qui ressemblent à des réglages sont inconnus.',
      'Corrigez-les ou retirez-les\u202f: .env.example donne la liste des réglages.',
    ],
  },
  settings_wrong: {
    state: 'failed',
    en: ['The settings cannot be used.', 'Correct them: .env.example explains each one.'],
    fr: ['Les réglages sont inutilisables.', 'Corrigez-les\u202f: .env.example explique chacun d’eux.'],
  },

  redis_unused: {
    state: 'not_used',
    en: ['There is no Redis: that is right for one process.'],
    fr: ['Il n’y a pas de Redis\u202f: c’est correct pour un seul processus.'],
  },
  redis_ok: {
    state: 'ok',
    en: ['Redis {version} answers in {ms} ms.'],
    fr: ['Redis {version} répond en {ms} ms.'],
  },
  redis_away: {
    state: 'failed',
    en: ['Redis cannot be used: {reason}.', 'Check REDIS_URL and the server that it names.'],
    fr: ['Redis est inutilisable\u202f: {reason}.', 'Vérifiez REDIS_URL et le serveur qu’il désigne.'],
  },
  redis_old: {
    state: 'failed',
    en: ['Redis {version} is too old.', 'Use Redis 6.2 or newer.'],
    fr: ['Redis {version} est trop ancien.', 'Utilisez Redis 6.2 ou plus récent.'],
  },
  redis_evicts: {
    state: 'warning',
    en: [
      'Redis {version} may delete counters of limits when its memory is full (maxmemory-policy {policy}).',
      'Set maxmemory-policy to noeviction, or give Loge a Redis of its own.',
    ],
    fr: [
      'Redis {version} peut supprimer des compteurs de limites quand sa mémoire est pleine (maxmemory-policy {policy}).',
      'Réglez maxmemory-policy sur noeviction, ou donnez à Loge un Redis à lui.',
    ],
  },
  redis_slow: {
    state: 'warning',
    en: ['Redis {version} answers slowly: {ms} ms.', 'Run the server and Redis in the same data centre.'],
    fr: [
      'Redis {version} répond lentement\u202f: {ms} ms.',
      'Placez le serveur et Redis dans le même centre de données.',
    ],
  },

  media_ok: {
    state: 'ok',
    en: ['A file was written to {place}, read and deleted, in {ms} ms.'],
    fr: ['Un fichier a été écrit dans {place}, lu et supprimé, en {ms} ms.'],
  },
  media_away: {
    state: 'failed',
    en: [
      'Files cannot be stored in {place}: {reason}.',
      'Check the settings S3_*, or that this user may write to the folder DATA_DIR.',
    ],
    fr: [
      'Impossible de stocker des fichiers dans {place}\u202f: {reason}.',
      'Vérifiez les réglages S3_*, ou que cet utilisateur peut écrire dans le dossier DATA_DIR.',
    ],
  },
  media_foreign: {
    state: 'failed',
    en: [
      'The files in {place} belong to another database.',
      'Use the database they belong to, or a folder or bucket of its own.',
    ],
    fr: [
      'Les fichiers dans {place} appartiennent à une autre base de données.',
      'Utilisez la base à laquelle ils appartiennent, ou un dossier ou un bucket à part.',
    ],
  },

  mail_outbox: {
    state: 'not_used',
    en: ['There is no mail server: mails are files in the folder outbox of DATA_DIR.'],
    fr: ['Il n’y a pas de serveur de messagerie\u202f: les e-mails sont des fichiers du dossier outbox de DATA_DIR.'],
  },
  mail_missing: {
    state: 'warning',
    en: [
      'The site is public, but mails reach nobody: they are files in the folder outbox of DATA_DIR.',
      'Set SMTP_URL.',
    ],
    fr: [
      'Le site est public, mais les e-mails n’arrivent nulle part\u202f: ce sont des fichiers du dossier outbox de DATA_DIR.',
      'Définissez SMTP_URL.',
    ],
  },
  mail_ok: {
    state: 'ok',
    en: ['The mail server accepts the connection, in {ms} ms.'],
    fr: ['Le serveur de messagerie accepte la connexion, en {ms} ms.'],
  },
  mail_away: {
    state: 'failed',
    en: ['The mail server cannot be used: {reason}.', 'Check SMTP_URL and the server that it names.'],
    fr: [
      'Le serveur de messagerie est inutilisable\u202f: {reason}.',
      'Vérifiez SMTP_URL et le serveur qu’il désigne.',
    ],
  },
  mail_sent: {
    state: 'ok',
    en: ['A test mail was handed over for {email}. Look whether it arrives, and not among the spam.'],
    fr: ['Un e-mail de test a été remis pour {email}. Voyez s’il arrive, et pas parmi les indésirables.'],
  },
  mail_refused: {
    state: 'failed',
    en: ['The test mail was not accepted: {reason}.', 'Check SMTP_URL and MAIL_FROM.'],
    fr: ['L’e-mail de test n’a pas été accepté\u202f: {reason}.', 'Vérifiez SMTP_URL et MAIL_FROM.'],
  },

  payments_none: {
    state: 'not_used',
    en: ['Nothing can be bought: PAYMENTS is not set.'],
    fr: ['Rien ne peut être acheté\u202f: PAYMENTS n’est pas défini.'],
  },
  payments_ok: {
    state: 'ok',
    en: ['The payment provider answers in {ms} ms.'],
    fr: ['Le prestataire de paiement répond en {ms} ms.'],
  },
  payments_test: {
    state: 'warning',
    en: [
      'The payment provider answers in {ms} ms, in its test mode: nobody pays real money.',
      'For real payments set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET of the live mode.',
    ],
    fr: [
      'Le prestataire de paiement répond en {ms} ms, en mode test\u202f: personne ne paie réellement.',
      'Pour de vrais paiements, définissez STRIPE_SECRET_KEY et STRIPE_WEBHOOK_SECRET du mode réel.',
    ],
  },
  payments_sandbox: {
    state: 'ok',
    en: ['The sandbox answers in {ms} ms. Nobody pays real money there.'],
    fr: ['Le bac à sable répond en {ms} ms. Personne n’y paie réellement.'],
  },
  payments_away: {
    state: 'failed',
    en: [
      'The payment provider cannot be used: {reason}.',
      'Check STRIPE_SECRET_KEY and whether the server may connect to api.stripe.com; for the sandbox whether a server runs.',
    ],
    fr: [
      'Le prestataire de paiement est inutilisable\u202f: {reason}.',
      'Vérifiez STRIPE_SECRET_KEY et que le serveur peut joindre api.stripe.com\u202f; pour le bac à sable, qu’un serveur tourne.',
    ],
  },

  payouts_none: {
    state: 'not_used',
    en: ['Nobody is paid: PAYMENTS is not set.'],
    fr: ['Personne n’est payé\u202f: PAYMENTS n’est pas défini.'],
  },
  payouts_manual: {
    state: 'ok',
    en: ['Creators are paid with a file at the bank. Payouts that wait: {waiting}.'],
    fr: ['Les créateurs sont payés par un fichier à la banque. Versements en attente\u202f: {waiting}.'],
  },
  payouts_provider: {
    state: 'ok',
    en: ['Creators are paid by the payment provider. Payouts that wait: {waiting}.'],
    fr: ['Les créateurs sont payés par le prestataire. Versements en attente\u202f: {waiting}.'],
  },
  payouts_no_account: {
    state: 'warning',
    en: [
      'Creators cannot be paid: there is no account from which to pay.',
      'Set PAYOUT_IBAN to the account of the house, or PAYOUTS=stripe.',
    ],
    fr: [
      'Les créateurs ne peuvent pas être payés\u202f: il n’y a pas de compte d’où payer.',
      'Définissez PAYOUT_IBAN avec le compte de la maison, ou PAYOUTS=stripe.',
    ],
  },
  payouts_late: {
    state: 'warning',
    en: [
      'A payout has waited for {days} days; {waiting} wait in all.',
      'Make a batch in the Admin Panel, under Payouts, or see there why they wait.',
    ],
    fr: [
      'Un versement attend depuis {days} jours\u202f; {waiting} attendent en tout.',
      'Faites un lot dans le panneau d’administration, sous Versements, ou voyez-y pourquoi ils attendent.',
    ],
  },

  seal_unused: {
    state: 'not_used',
    en: ['Nobody is verified or paid here: there are no encrypted identities and accounts.'],
    fr: ['Personne n’est vérifié ni payé ici\u202f: il n’y a ni identités ni comptes chiffrés.'],
  },
  seal_ok: {
    state: 'ok',
    en: ['Identities and bank accounts are encrypted with the present key.'],
    fr: ['Les identités et les comptes bancaires sont chiffrés avec la clé actuelle.'],
  },
  seal_old: {
    state: 'warning',
    en: [
      'Some identities or bank accounts are still encrypted with the key of before.',
      'Run npm run payouts -- rotate, then remove SECRET_KEY_BEFORE.',
    ],
    fr: [
      'Des identités ou des comptes bancaires sont encore chiffrés avec l’ancienne clé.',
      'Lancez npm run payouts -- rotate, puis retirez SECRET_KEY_BEFORE.',
    ],
  },
  seal_unknown: {
    state: 'failed',
    en: [
      'Some identities or bank accounts cannot be read: they are encrypted with a key that is not known.',
      'Set SECRET_KEY_BEFORE to the earlier SECRET_KEY. Without a SECRET_KEY the key is in the file DATA_DIR/seal.key: put it back.',
    ],
    fr: [
      'Des identités ou des comptes bancaires sont illisibles\u202f: ils sont chiffrés avec une clé inconnue.',
      'Définissez SECRET_KEY_BEFORE avec l’ancienne SECRET_KEY. Sans SECRET_KEY, la clé est dans le fichier DATA_DIR/seal.key\u202f: remettez-le.',
    ],
  },

  factors_unused: {
    state: 'not_used',
    en: ['Staff need no second factor: the site is not public.'],
    fr: ['L’équipe n’a pas besoin d’un second facteur\u202f: le site n’est pas public.'],
  },
  factors_optional: {
    state: 'warning',
    en: [
      'The site is public, but a password alone opens the Admin Panel.',
      'Remove STAFF_SECOND_FACTOR, or set it to required.',
    ],
    fr: [
      'Le site est public, mais un mot de passe seul ouvre le panneau d’administration.',
      'Retirez STAFF_SECOND_FACTOR, ou réglez-le sur required.',
    ],
  },
  factors_ok: {
    state: 'ok',
    en: ['Every member of staff has a second factor.'],
    fr: ['Chaque membre de l’équipe a un second facteur.'],
  },
  factors_missing: {
    state: 'warning',
    en: [
      'Members of staff without a second factor, for whom the Admin Panel is closed: {without} of {all}.',
      'They log in, open the Admin Panel and set one up there. npm run -s staff -- factors lists them.',
    ],
    fr: [
      'Membres de l’équipe sans second facteur, pour qui le panneau d’administration est fermé\u202f: {without} sur {all}.',
      'Ils se connectent, ouvrent le panneau d’administration et en posent un là. npm run -s staff -- factors en donne la liste.',
    ],
  },

  clock_ok: {
    state: 'ok',
    en: ['The clocks agree to within {seconds} s.'],
    fr: ['Les horloges concordent à {seconds} s près.'],
  },
  clock_off: {
    state: 'warning',
    en: ['The clock of this machine differs by {seconds} s from that of {other}.', 'Set both by NTP.'],
    fr: ['L’horloge de cette machine s’écarte de {seconds} s de celle de {other}.', 'Réglez les deux par NTP.'],
  },
  clock_wrong: {
    state: 'failed',
    en: [
      'The clock of this machine differs by {seconds} s from that of {other}, so that sessions and links end at a wrong time.',
      'Set both by NTP.',
    ],
    fr: [
      'L’horloge de cette machine s’écarte de {seconds} s de celle de {other}\u202f: sessions et liens expirent au mauvais moment.',
      'Réglez les deux par NTP.',
    ],
  },

  disk_ok: {
    state: 'ok',
    en: ['DATA_DIR can be written to. Free: {free} GiB.'],
    fr: ['DATA_DIR est accessible en écriture. Libre\u202f: {free} Gio.'],
  },
  disk_low: {
    state: 'warning',
    en: ['The disk of DATA_DIR is getting full. Free: {free} GiB.', 'Make room, or use a larger disk.'],
    fr: [
      'Le disque de DATA_DIR se remplit. Libre\u202f: {free} Gio.',
      'Faites de la place, ou utilisez un disque plus grand.',
    ],
  },
  disk_full: {
    state: 'failed',
    en: ['The disk of DATA_DIR is full. Free: {free} GiB.', 'Make room, or use a larger disk.'],
    fr: [
      'Le disque de DATA_DIR est plein. Libre\u202f: {free} Gio.',
      'Faites de la place, ou utilisez un disque plus grand.',
    ],
  },
  disk_unwritable: {
    state: 'failed',
    en: ['DATA_DIR cannot be written to: {reason}.', 'Set DATA_DIR to a folder that this user may write to.'],
    fr: [
      'DATA_DIR n’est pas accessible en écriture\u202f: {reason}.',
      'Choisissez pour DATA_DIR un dossier où cet utilisateur peut écrire.',
    ],
  },
} as const
