/** What the checks of the database and of what is in it can find. */
export const DATABASE_TEXTS = {
  database_ok: {
    state: 'ok',
    en: ['PostgreSQL {version} answers in {ms} ms to the role {role}. Connections in use: {used} of {max}.'],
    fr: ['PostgreSQL {version} répond en {ms} ms au rôle {role}. Connexions utilisées\u202f: {used} sur {max}.'],
  },
  database_away: {
    state: 'failed',
    en: ['The database cannot be used: {reason}.', 'Check DATABASE_URL and the PostgreSQL server that it names.'],
    fr: [
      'La base de données est inutilisable\u202f: {reason}.',
      'Vérifiez DATABASE_URL et le serveur PostgreSQL qu’il désigne.',
    ],
  },
  database_not_started: {
    state: 'warning',
    en: [
      'The embedded database does not run, because no server runs on this DATA_DIR.',
      'Start the server with npm start and ask again.',
    ],
    fr: [
      'La base de données intégrée ne tourne pas, car aucun serveur n’utilise ce DATA_DIR.',
      'Démarrez le serveur avec npm start, puis recommencez.',
    ],
  },
  database_standby: {
    state: 'failed',
    en: [
      'PostgreSQL {version} only reads: it is a standby, or read-only by its settings.',
      'Name the primary in DATABASE_URL, with target_session_attrs=read-write for several hosts, or promote this one.',
    ],
    fr: [
      'PostgreSQL {version} est en lecture seule\u202f: c’est un secondaire, ou ses réglages l’imposent.',
      'Désignez le primaire dans DATABASE_URL, avec target_session_attrs=read-write pour plusieurs hôtes, ou promouvez celui-ci.',
    ],
  },
  database_slow: {
    state: 'warning',
    en: ['PostgreSQL {version} answers slowly: {ms} ms.', 'Run the server and its database in the same data centre.'],
    fr: [
      'PostgreSQL {version} répond lentement\u202f: {ms} ms.',
      'Placez le serveur et sa base de données dans le même centre de données.',
    ],
  },
  database_crowded: {
    state: 'warning',
    en: [
      'Almost all connections to PostgreSQL are in use: {used} of {max}.',
      'A process uses 22 at most: raise max_connections, use a pooler, or run fewer processes.',
    ],
    fr: [
      'Presque toutes les connexions à PostgreSQL sont utilisées\u202f: {used} sur {max}.',
      'Un processus en utilise 22 au plus\u202f: augmentez max_connections, utilisez un pooler ou réduisez le nombre de processus.',
    ],
  },

  pooler_none: {
    state: 'not_used',
    en: ['The server is connected to PostgreSQL directly.'],
    fr: ['Le serveur est relié directement à PostgreSQL.'],
  },
  pooler_ok: {
    state: 'ok',
    en: ['There is a pooler, and prepared statements work through it.'],
    fr: ['Il y a un pooler, et les requêtes préparées fonctionnent à travers lui.'],
  },
  pooler_mixes: {
    state: 'failed',
    en: [
      'The pooler mixes the prepared statements of its clients.',
      'Use PgBouncer 1.21 or newer with max_prepared_statements above 0, or its session mode.',
    ],
    fr: [
      'Le pooler mélange les requêtes préparées de ses clients.',
      'Utilisez PgBouncer 1.21 ou plus récent avec max_prepared_statements supérieur à 0, ou son mode session.',
    ],
  },

  migrations_ok: {
    state: 'ok',
    en: ['The database is up to date. Migrations applied: {count}.'],
    fr: ['La base de données est à jour. Migrations appliquées\u202f: {count}.'],
  },
  migrations_newer: {
    state: 'warning',
    en: [
      'A newer version of Loge has changed the database, and allows this one to run beside it.',
      'Bring all processes to the newer version.',
    ],
    fr: [
      'Une version plus récente de Loge a modifié la base de données, et permet à celle-ci de fonctionner à côté.',
      'Passez tous les processus à la version plus récente.',
    ],
  },
  migrations_missing: {
    state: 'warning',
    en: ['The database lacks migrations.', 'They are applied at the next start, or by npm run migrate.'],
    fr: [
      'Il manque des migrations à la base de données.',
      'Elles sont appliquées au prochain démarrage, ou par npm run migrate.',
    ],
  },
  migrations_refused: {
    state: 'failed',
    en: ['The database lacks migrations, and MIGRATE is off.', 'Run npm run migrate before the server starts.'],
    fr: [
      'Il manque des migrations à la base de données, et MIGRATE est sur off.',
      'Lancez npm run migrate avant le démarrage du serveur.',
    ],
  },
  migrations_foreign: {
    state: 'failed',
    en: [
      'The migrations of the database do not match this version: {reason}',
      'Use the version that the sentence names.',
    ],
    fr: [
      'Les migrations de la base de données ne correspondent pas à cette version\u202f: {reason}',
      'Utilisez la version que la phrase désigne.',
    ],
  },

  processes_none: {
    state: 'not_used',
    en: ['No process serves this database at the moment.'],
    fr: ['Aucun processus ne sert cette base de données en ce moment.'],
  },
  processes_ok: {
    state: 'ok',
    en: ['Processes that serve this database: {count}.'],
    fr: ['Processus qui servent cette base de données\u202f: {count}.'],
  },
  processes_deaf: {
    state: 'failed',
    en: [
      'Processes that serve this database do not receive each other’s live events. There are {count}.',
      'Give all of them the same REDIS_URL and the same SECRET_KEY, and restart them.',
    ],
    fr: [
      'Des processus qui servent cette base de données ne reçoivent pas les événements des autres. Il y en a {count}.',
      'Donnez à tous le même REDIS_URL et le même SECRET_KEY, puis redémarrez-les.',
    ],
  },

  jobs_unused: {
    state: 'not_used',
    en: ['The job queue has never been used.'],
    fr: ['La file des tâches n’a jamais servi.'],
  },
  jobs_ok: {
    state: 'ok',
    en: ['Jobs that are due and wait: {waiting}. None failed in the last hour.'],
    fr: ['Tâches dues en attente\u202f: {waiting}. Aucune n’a échoué dans la dernière heure.'],
  },
  jobs_late: {
    state: 'warning',
    en: [
      'Jobs wait for too long: {waiting}, the oldest for {minutes} min.',
      'See whether a server runs, and what its log says of jobs.',
    ],
    fr: [
      'Des tâches attendent trop longtemps\u202f: {waiting}, la plus ancienne depuis {minutes} min.',
      'Voyez si un serveur tourne, et ce que son journal dit des tâches.',
    ],
  },
  jobs_failed: {
    state: 'warning',
    en: [
      'Jobs failed in the last hour: {failed}. Due and waiting: {waiting}.',
      'The log says why, in the lines "a background job failed".',
    ],
    fr: [
      'Tâches échouées dans la dernière heure\u202f: {failed}. Dues en attente\u202f: {waiting}.',
      'Le journal dit pourquoi, dans les lignes «\u202fa background job failed\u202f».',
    ],
  },

  backup_demo: {
    state: 'not_used',
    en: ['Demo data needs no backup.'],
    fr: ['Les données de démonstration n’ont pas besoin de sauvegarde.'],
  },
  backup_ok: {
    state: 'ok',
    en: ['The last backup is of {at}.'],
    fr: ['La dernière sauvegarde est du {at}.'],
  },
  backup_old: {
    state: 'warning',
    en: ['The last backup is of {at}.', 'Run npm run backup at least once a week, better every night.'],
    fr: ['La dernière sauvegarde est du {at}.', 'Lancez npm run backup au moins chaque semaine, mieux chaque nuit.'],
  },
  backup_none: {
    state: 'warning',
    en: [
      'No backup by npm run backup is known.',
      'Run npm run backup -- FOLDER, unless you back up the database and the media in another way.',
    ],
    fr: [
      'Aucune sauvegarde par npm run backup n’est connue.',
      'Lancez npm run backup -- DOSSIER, sauf si vous sauvegardez la base et les médias autrement.',
    ],
  },
} as const
