import type { legal as english } from '#web/locales/en/legal.ts'
import type { French } from '#web/locales/french.ts'

export const legal: French<typeof english> = {
  cue: 'Mentions',
  updated: 'Dernière mise à jour : [date annoncée au lancement]',
  contents: 'Sur cette page',
  question: 'Une question sur cette page ?',
  question_text: 'Écrivez-nous : le formulaire est court, et la réponse vient par e-mail.',
  contact: 'Nous contacter',
  see_also: 'Voir aussi',
  privacy_policy: {
    title: 'Politique de confidentialité',
    description:
      'Ce que Loge conserve à votre sujet, pourquoi et combien de temps, qui peut le voir, quels sont vos droits, et les deux cookies déposés.',
    intro:
      'Ce que Loge conserve à votre sujet, pourquoi, combien de temps, et qui peut le voir. Loge est en avant-première : une partie de ce qui est décrit ici ouvre pas à pas, et ces règles valent pour chaque partie dès son premier jour.',
    sections: {
      'what-we-keep': {
        title: 'Ce que nous conservons et pourquoi',
        body: [
          'Loge (« nous ») décide de l’usage des données décrites ici et en répond. Vous pouvez nous joindre par la [page de contact](contact_us). Nous ne conservons que ce dont le service a besoin pour fonctionner :',
          [
            {
              term: 'Votre compte',
              text: 'Votre adresse e-mail, votre nom d’utilisateur et ceux que vous avez portés, votre langue, le mode clair ou sombre si vous en avez choisi un, votre souhait éventuel de devenir créateur ou créatrice, et la date de votre inscription. Votre mot de passe n’est conservé que sous la forme d’une empreinte argon2id, qui ne permet pas de le retrouver. Nous vous demandons de confirmer que vous avez au moins 18 ans, et gardons le moment et la formulation de cette confirmation ; nous ne demandons pas votre date de naissance, sauf si votre identité de créateur doit être vérifiée. Quand vous confirmez votre adresse avec le lien que nous y envoyons, nous en gardons le moment.',
            },
            {
              term: 'Vos sessions',
              text: 'Pour chaque appareil sur lequel vous vous connectez : le début de la session, sa dernière utilisation, et le nom que se donne votre navigateur (user agent). De la clé qui prouve la session, nous ne conservons qu’une empreinte. Vous les trouvez dans vos [paramètres](settings), où vous pouvez mettre fin à chacune.',
            },
            {
              term: 'Appareils connus',
              text: 'En quelques mots, comme « Firefox sur Linux », les appareils depuis lesquels vous vous connectez, et depuis quand : un e-mail vous avertit quand un nouvel appareil se connecte.',
            },
            {
              term: 'Changements d’adresse',
              text: 'La nouvelle adresse e-mail jusqu’à ce que vous l’ayez confirmée, et l’ancienne tant qu’elle peut être reprise. Les deux reçoivent un e-mail à ce sujet ; des liens qu’ils contiennent, nous ne conservons qu’une empreinte.',
            },
            {
              term: 'E-mails sur votre compte',
              text: 'Nous vous écrivons quand un nouvel appareil se connecte, quand votre mot de passe ou votre adresse change, quand un mot de passe a été réinitialisé, et quand vous vous inscrivez ou demandez un lien. Ces e-mails font partie de la sécurité de votre compte : ils ne peuvent pas être désactivés.',
            },
            {
              term: 'Ce que vous publiez',
              text: 'Si vous êtes créateur ou créatrice : votre présentation, votre photo, vos prix, vos publications et vos stories. Ce qui se cache dans un fichier envoyé, comme le lieu de la prise de vue, est supprimé.',
            },
            {
              term: 'Qui vous êtes, si nous vous payons',
              text: 'Si vous êtes créateur et devez être payé, ou si l’identité des créateurs est vérifiée ici avant toute publication : votre nom légal, votre date de naissance, votre adresse, votre numéro fiscal et votre compte bancaire, une image d’une pièce d’identité et une photo de vous. Les lois fiscales et contre le blanchiment nous demandent de savoir qui nous payons, et que vous êtes majeur. Tout est chiffré là où nous le gardons ; seuls nos administrateurs peuvent l’ouvrir, pour vous vérifier, et chaque consultation est consignée.',
            },
            {
              term: 'Ce que vous faites',
              text: 'Les créateurs auxquels vous êtes abonné et jusqu’à quand, vos mentions « j’aime », les stories que vous avez vues, jusqu’à leur fin, pendant 31 jours les publications que vous avez vues et quels jours vous avez vu quelque chose de quel créateur, ce que vous signalez, les messages et les réactions que vous échangez.',
            },
            {
              term: 'Marques dans les images',
              text: 'Si un créateur ou une créatrice le souhaite, les images protégées portent votre nom d’utilisateur ou une marque invisible. Nous conservons pendant deux ans lesquelles vous ont été montrées, la première et la dernière fois, afin de retrouver l’origine d’une copie ; cette personne et notre équipe peuvent alors lire votre nom d’utilisateur. Quand votre compte est effacé, votre nom en est retiré.',
            },
            {
              term: 'Les avis',
              text: 'Ce que notre équipe a décidé et qui vous concerne, si vous l’avez lu, et ce que vous avez répondu. Vous le recevez aussi par e-mail. Le reste de nos e-mails, c’est vous qui le choisissez ; chacun d’eux contient un lien qui y met fin en un clic. Les e-mails sur votre argent et votre sécurité ne peuvent pas être arrêtés.',
            },
            {
              term: 'Signalements et notifications',
              text: 'Ce que vous signalez, le motif et vos mots ; des personnes sans compte, aussi le nom et l’adresse e-mail qu’elles donnent. De ce qui a été signalé, nous gardons comme preuve ce qu’a vu la personne qui signale.',
            },
            {
              term: 'L’accès anticipé',
              text: 'Si vous le demandez : votre adresse e-mail, votre intérêt éventuel pour la création, et la preuve de votre consentement : la version du texte accepté, sa langue, le moment de votre accord et celui où vous avez confirmé votre adresse par le lien que nous y avons envoyé.',
            },
            {
              term: 'Vos courriers',
              text: 'Le nom, l’adresse e-mail et le message que vous nous envoyez par la [page de contact](contact_us), avec leur langue et l’heure. Ils sont transmis par e-mail aux personnes qui répondent.',
            },
            {
              term: 'Les journaux techniques',
              text: 'Une ligne par requête : sa nature, son résultat, sa durée et, si vous êtes connecté, le numéro de votre compte. Jamais un message, un mot de passe ni un jeton. Pour empêcher les abus, les adresses réseau sont comptées dans la mémoire du serveur ; Loge ne les écrit ni dans sa base de données ni dans ses journaux.',
            },
          ],
          'Nous nous en servons pour fournir le service que vous demandez (notre contrat avec vous), pour en assurer la sécurité et vous répondre (notre intérêt légitime) et, pour l’accès anticipé, parce que vous y avez consenti. Il n’y a pas de publicité sur Loge, et nous ne vendons jamais vos données.',
        ],
      },
      'how-long': {
        title: 'Combien de temps',
        body: [
          'À chaque donnée sa durée. Lorsqu’elle est écoulée, la donnée est supprimée.',
          [
            {
              term: 'Votre compte',
              text: 'Tant que vous le gardez. Vous le supprimez dans les paramètres, avec votre mot de passe : dès lors plus personne ne le voit, pendant 14 jours une connexion le rétablit, puis il est effacé avec tout ce qui s’y rattache.',
            },
            {
              term: 'Anciens noms d’utilisateur',
              text: 'Personne d’autre ne peut prendre un nom pendant 90 jours après que vous y avez renoncé, tant qu’il est l’un des deux derniers auxquels vous avez renoncé. Ensuite, il continue de mener à vous jusqu’à ce que quelqu’un le prenne. Quand votre compte est effacé, vos noms le sont aussi et redeviennent libres.',
            },
            {
              term: 'Sessions',
              text: '30 jours après leur dernière utilisation et 90 jours après votre connexion, ou moins (pour notre équipe, 12 heures et 7 jours) : elles prennent fin quand vous vous déconnectez, y mettez fin dans vos paramètres, ou changez ou réinitialisez votre mot de passe.',
            },
            { term: 'Liens de réinitialisation', text: '1 heure, ou jusqu’à ce que le lien ait servi.' },
            { term: 'Liens qui confirment une inscription', text: '14 jours, ou jusqu’à ce que le lien ait servi.' },
            { term: 'Appareils connus', text: 'Aussi longtemps que vous avez votre compte.' },
            {
              term: 'Nombre d’e-mails',
              text: 'Combien d’e-mails une adresse a reçus, pour que personne ne puisse remplir votre boîte : sous une empreinte de l’adresse, et pendant 25 heures au plus.',
            },
            {
              term: 'Changements d’adresse',
              text: '1 heure tant que la nouvelle adresse attend d’être confirmée. Ensuite l’ancienne est gardée 7 jours, pendant lesquels elle peut être reprise et personne d’autre ne peut l’utiliser. Si vous supprimez votre compte entre-temps, elle est gardée jusqu’à ce qu’il soit effacé, afin que ce que vous avez écrit depuis cette adresse disparaisse aussi.',
            },
            {
              term: 'Profil et publications',
              text: 'Jusqu’à ce que vous ou notre équipe les retiriez, ou que votre compte soit supprimé. D’une publication signalée que notre équipe a jugée, le texte, les signalements et la décision sont gardés aussi longtemps que votre compte, et aucune image.',
            },
            {
              term: 'Stories',
              text: '24 heures au plus. Elles sont ensuite supprimées, avec leur image ou leur vidéo.',
            },
            {
              term: 'Abonnements, mentions « j’aime », signalements, messages',
              text: 'Aussi longtemps que les comptes auxquels ils se rattachent. Quand le vôtre est effacé, vos abonnements, vos mentions « j’aime » et vos signalements sont supprimés. Les messages restent à la personne à qui vous avez écrit, sous « Membre », jusqu’à ce que son compte soit effacé lui aussi.',
            },
            {
              term: 'Paiements',
              text: 'Les lignes de nos comptes restent : elles contiennent des numéros de comptes et des montants, jamais un nom. Les reçus et les avoirs sont conservés jusqu’à dix ans après leur année, comme la loi le demande, même après l’effacement de votre compte, puis effacés : ils portent votre nom d’utilisateur, celui de la page, le pays, les montants et les quatre derniers chiffres de la carte.',
            },
            {
              term: 'Relevés mensuels des créateurs',
              text: 'Jusqu’à dix ans après leur année, comme la loi le demande, même après l’effacement du compte ; ensuite ils sont effacés. Ils portent le nom d’utilisateur du créateur à ce moment-là et des montants, et rien sur les fans. Une fois par an, nous indiquons à l’administration fiscale ce que chaque créateur a gagné, avec le nom, l’adresse, la date de naissance, le numéro fiscal et le compte bancaire vérifiés, comme la loi le demande aux plateformes (DAC7).',
            },
            {
              term: 'Qui vous êtes, si nous vous payons',
              text: 'Les images de votre pièce et de vous sont effacées 30 jours après notre décision, et aussitôt avec votre compte. Nous redemandons après 3 ans. Si vous n’avez jamais rien gagné, nom, adresse, numéro fiscal et compte bancaire sont effacés avec votre compte ; sinon la loi nous demande de les garder, chiffrés, dix ans après l’année de la dernière ligne de nos comptes à votre sujet.',
            },
            {
              term: 'Décisions de notre équipe',
              text: 'Ce qui a été décidé, par qui et pourquoi reste, avec des numéros de comptes à la place des noms.',
            },
            {
              term: 'Preuves des signalements',
              text: 'Ce qu’a vu la personne qui signale, le texte et une copie scellée de l’image ou de la vidéo, reste jusqu’à 180 jours après la décision, même si vous le supprimez ou supprimez votre compte. Tant qu’un tribunal ou une autorité peut en avoir besoin, l’administration peut la garder plus longtemps (conservation légale).',
            },
            {
              term: 'Ce que notre équipe a retiré',
              text: '180 jours, pour qu’un recours puisse le rétablir, et jusqu’à ce qu’un recours soit tranché. Personne ne le voit entre-temps.',
            },
            {
              term: 'Adresses des comptes fermés',
              text: 'Quand nous fermons un compte, une empreinte de son adresse reste, pour que personne n’en ouvre un autre avec elle. Elle ne permet pas de retrouver l’adresse.',
            },
            {
              term: 'Notifications de personnes sans compte',
              text: 'Votre nom et votre adresse e-mail sont effacés 2 ans après la décision sur votre notification.',
            },
            {
              term: 'Adresse d’accès anticipé',
              text: 'Jusqu’à ce que nous vous ayons écrit à l’ouverture, que vous vous désinscriviez par le lien que porte chacun de ces e-mails, ou que le compte qui porte cette adresse soit supprimé ; 24 mois au plus. Une adresse que personne ne confirme disparaît au bout de 30 jours. Quand vous vous désinscrivez, votre adresse est supprimée aussitôt. La preuve de votre consentement, avec le moment de votre départ, est gardée 24 mois sous une empreinte de l’adresse : elle peut être comparée à une adresse que vous nous donnez, mais ne la contient pas. Demandez-le-nous, ou supprimez votre compte, et elle disparaît aussi.',
            },
            { term: 'Avis', text: '12 mois au plus.' },
            {
              term: 'Copie de vos données',
              text: 'Si vous la demandez dans vos paramètres : 7 jours à partir du moment où elle est prête. Le fichier est ensuite supprimé. Personne d’autre ne peut la télécharger.',
            },
            {
              term: 'Vos courriers',
              text: '12 mois au plus ; ceux qui viennent de l’adresse d’un compte sont supprimés avec ce compte.',
            },
            {
              term: 'Journaux techniques',
              text: 'Ils ne sont pas conservés avec votre compte, et seulement le temps de trouver et de réparer les pannes.',
            },
          ],
        ],
      },
      'who-sees-it': {
        title: 'Qui peut les voir',
        body: [
          [
            {
              term: 'Les autres',
              text: 'Votre nom d’utilisateur et, si vous êtes créateur ou créatrice, votre profil et les publications que vous laissez ouvertes. Ils peuvent aussi figurer sur nos pages publiques, comme [Découvrir](discover). Votre adresse e-mail n’est jamais montrée aux autres membres.',
            },
            {
              term: 'Les créateurs dont vous ouvrez les stories',
              text: 'Ils voient votre nom d’utilisateur et le moment où vous avez ouvert la story, jusqu’à la fin de celle-ci. De leurs publications, ils voient combien de personnes les ont vues, jamais qui.',
            },
            {
              term: 'Les abonnés',
              text: 'Les publications et les stories protégées ne sont remises qu’aux personnes dont l’abonnement à leur créateur est en cours.',
            },
            {
              term: 'Votre correspondant',
              text: 'Une conversation n’est montrée qu’aux deux personnes qui y prennent part. Si l’une d’elles signale un message, notre équipe le voit avec les cinq qui le précèdent, et rien d’autre de la conversation.',
            },
            {
              term: 'Notre équipe',
              text: 'Les modérateurs et les administrateurs voient la liste des comptes, avec les adresses e-mail et les rôles, ainsi que ce qui a été signalé et les signalements, afin de pouvoir agir. Tant qu’un signalement ou un recours les attend, ils peuvent ouvrir les preuves, même de ce qui est réservé aux abonnés ; chaque ouverture est consignée.',
            },
            {
              term: 'Nos prestataires',
              text: 'Ceux qui hébergent nos serveurs, stockent nos fichiers et acheminent nos e-mails traitent des données pour nous, sur nos instructions et pour rien d’autre. Là où le suivi des erreurs est activé, son prestataire reçoit les [rapports d’erreur](#security).',
            },
            { term: 'Les autorités', text: 'Lorsque la loi nous y oblige, et dans cette seule mesure.' },
          ],
          'Personne d’autre. Nous ne vendons, ne louons ni n’échangeons aucune donnée personnelle.',
        ],
      },
      'your-rights': {
        title: 'Vos droits et vos choix',
        body: [
          'Le droit de la protection des données, dans l’Union européenne le RGPD, vous donne les droits suivants :',
          [
            'accès : savoir ce que nous conservons à votre sujet, et en recevoir une copie ;',
            'rectification : faire corriger ce qui est inexact ;',
            'effacement : faire supprimer vos données, ou votre compte tout entier ;',
            'portabilité : recevoir ce que vous nous avez confié dans un format courant, ou le faire transmettre ;',
            'opposition et limitation : refuser un usage fondé sur notre intérêt légitime, ou le faire suspendre ;',
            'retrait : quitter à tout moment la liste d’accès anticipé, par le lien de n’importe lequel de ses e-mails. Ce qui a été fait auparavant reste licite.',
          ],
          'L’essentiel se fait dans vos [paramètres](settings) : prendre une copie de tout ce que contient votre compte, corriger ce qui est inexact, ou supprimer votre compte. Pour le reste, ou sans compte, [écrivez-nous](contact_us) depuis l’adresse e-mail concernée. Nous répondons dans un délai d’un mois, et sans frais.',
          'Si notre réponse ne vous satisfait pas, vous pouvez saisir l’autorité de protection des données du pays où vous vivez ; en France, il s’agit de la CNIL.',
        ],
      },
      security: {
        title: 'Sécurité, cookies et contact',
        body: [
          'Les mots de passe et les clés de session ne sont conservés que sous forme d’empreintes, et chaque fois qu’une image ou une vidéo protégée est demandée, le droit de la voir est vérifié de nouveau. Aucun système n’est à l’abri de tout : si une violation de données vous mettait en danger, nous vous en avertirions, ainsi que l’autorité, comme la loi l’exige.',
          'Loge dépose deux cookies : « lang », qui retient pendant un an la langue que vous avez choisie, et « known_device », qui retient pendant 180 jours que vous vous êtes connecté ici, pour que personne ne puisse vous empêcher d’entrer en devinant ailleurs votre mot de passe. À côté d’eux, votre navigateur garde « auth_token », qui vous maintient connecté jusqu’à la fin de votre session, et « theme », si vous avez choisi le mode clair ou sombre, ici ou dans votre compte ; « drafts », ce que vous avez écrit sans l’envoyer, jusqu’à votre déconnexion ; « story_sound » et « find_key », si vous avez activé le son des stories ou désactivé la touche de recherche ; « saved-feed », les publications publiques de votre dernière page d’accueil avec leurs images et votre nom, pour les moments sans réseau, jusqu’à votre déconnexion et pendant 7 jours au plus, à côté d’une copie de l’application elle-même (« shell ») ; « push_for », pour quel compte cet appareil affiche des messages push, jusqu’à votre déconnexion ou jusqu’à ce que vous les coupiez, et « push_later », quand vous avez répondu « Pas maintenant » à notre invitation ; et, jusqu’à la fermeture de l’onglet, la page à laquelle vous ramener après la connexion, et « reset_password_token », la clé d’un lien vers un nouveau mot de passe, jusqu’à ce que vous l’ayez utilisée. Aucun d’eux ne vous suit ailleurs : c’est pourquoi aucun bandeau ne vous demande de consentement.',
          'Le suivi des erreurs ne fonctionne que là où nous l’avons configuré. Les erreurs et les temps de chargement sont alors transmis à un service de suivi, et 10 % des sessions, ainsi que toutes celles où survient une erreur, sont enregistrées, tous les textes, les saisies et les images étant masqués. L’enregistrement porte un numéro qui lui est propre et qui reste dans l’onglet jusqu’à sa fermeture.',
          'Loge s’adresse aux personnes d’au moins 18 ans, et nous ne conservons pas sciemment de données sur des mineurs. Si vous pensez qu’un mineur a un compte, [dites-le-nous](contact_us), et nous le supprimerons.',
          'Qui veut signaler un contenu, avec ou sans compte, trouve [une page pour cela](report_content). Le nom, l’adresse e-mail et les mots d’une telle notification sont effacés deux ans après la décision.',
          'Lorsque cette politique change, le nouveau texte et sa date figurent sur cette page. Ce que nous nous devons mutuellement se trouve dans les [conditions d’utilisation](terms_of_service). Pour toute question, il y a la [page de contact](contact_us).',
        ],
      },
    },
  },
  terms_of_service: {
    title: 'Conditions d’utilisation',
    description:
      'Les règles de Loge en mots simples : qui peut s’inscrire, ce qui peut être publié, les abonnements, les prix, les frais et la fin du contrat.',
    intro:
      'Ces conditions forment l’accord entre vous et Loge (« nous »). En créant un compte, vous les acceptez. Le sort de vos données est décrit dans la [politique de confidentialité](privacy_policy).',
    sections: {
      'who-may-join': {
        title: 'Qui peut s’inscrire',
        body: [
          'Vous devez avoir au moins 18 ans. Vous le confirmez en vous inscrivant, et nous fermons tout compte dont le titulaire est plus jeune.',
          'L’inscription est gratuite. Les fans ne paient que les abonnements qu’ils choisissent.',
          'Loge est en avant-première, avec un accès anticipé : ses parties ouvrent l’une après l’autre, peuvent encore changer et être par moments indisponibles. Laisser votre adresse pour l’accès anticipé ne vous engage à rien.',
        ],
      },
      accounts: {
        title: 'Les comptes',
        body: [
          [
            'Votre compte est personnel : ne le prêtez pas, ne le vendez pas, ne le partagez pas.',
            'Donnez une adresse e-mail où vous joindre, et choisissez un mot de passe d’au moins 8 caractères que vous n’utilisez nulle part ailleurs. Si vous l’oubliez, vous pouvez demander un [lien de réinitialisation](reset_password), qui sert une seule fois et pendant 1 heure.',
            'Si vous pensez que quelqu’un d’autre a pénétré dans votre compte, [prévenez-nous](contact_us) aussitôt.',
            'Vous recevez un nom d’utilisateur neutre, qui peut être changé. Un nom d’utilisateur compte de 3 à 30 lettres, chiffres, _ ou -, et commence par une lettre ou un chiffre. Il ne doit pas passer pour celui de quelqu’un d’autre, et certains noms sont réservés.',
            'Un nom auquel vous renoncez continue de mener à vous, et personne d’autre ne peut le prendre pendant 90 jours ; cela vaut pour les deux derniers noms auxquels vous avez renoncé. Vous pouvez changer de nom trois fois par jour.',
          ],
        ],
      },
      conduct: {
        title: 'Contenus et conduite',
        body: [
          'Les créateurs restent propriétaires de leurs images, de leurs vidéos et de leurs textes. En les publiant sur Loge, vous nous accordez une licence non exclusive, mondiale et gratuite pour les stocker, en adapter la taille et le format, et les montrer aux personnes à qui ils sont destinés, aussi longtemps qu’ils se trouvent sur Loge. Les publications qui ne sont pas protégées peuvent aussi figurer sur nos pages publiques. La licence ne va pas au-delà, et prend fin lorsque vous retirez le contenu.',
          'Les contenus protégés sont réservés aux abonnés de leur créateur. Ne les copiez pas, ne les enregistrez pas, ne les transmettez pas. Les stories prennent fin au bout de 24 heures, et personne ne peut les garder ni les republier.',
          'Ces règles valent pour tout ce qui est publié ou envoyé ici. Quand nous décidons contre quelqu’un, nous nommons la règle :',
          [
            {
              term: '3.1 Mineurs',
              text: 'Rien ne doit sexualiser des mineurs ni les mettre en danger.',
            },
            {
              term: '3.2 Consentement',
              text: 'Personne ne doit être montré sans son accord, ni enregistré à son insu.',
            },
            {
              term: '3.3 Menaces et violence',
              text: 'Personne ne doit menacer autrui ni appeler à la violence.',
            },
            {
              term: '3.4 Harcèlement et haine',
              text: 'Personne ne doit harceler ni insulter autrui, ni répandre la haine.',
            },
            {
              term: '3.5 Identité',
              text: 'Personne ne doit se faire passer pour quelqu’un d’autre.',
            },
            {
              term: '3.6 Ce qui appartient à autrui',
              text: 'Personne ne doit publier ce qui appartient à autrui sans sa permission.',
            },
            {
              term: '3.7 Biens illicites',
              text: 'Personne ne doit proposer des biens ou des services que la loi interdit.',
            },
            {
              term: '3.8 Fraudes et messages indésirables',
              text: 'Personne ne doit tromper autrui, envoyer des messages indésirables ou des logiciels nuisibles, ni contourner la protection des contenus et du service.',
            },
            {
              term: '3.9 Contenus inappropriés',
              text: 'Personne ne doit publier ni envoyer autre chose qui soit inapproprié ici : ce qui choque là où tout le monde peut le voir, nuit à autrui ou que la loi interdit.',
            },
          ],
          'Tout membre peut signaler des publications, des stories, des messages et des profils. Un signalement qui concerne des mineurs, une absence de consentement ou des menaces masque ce qu’il désigne jusqu’à ce que notre équipe l’ait examiné. Dans tous les autres cas, des personnes décident : notre équipe, modérateurs et administrateurs, examine les signalements et peut avertir, masquer ou retirer des contenus, et suspendre ou fermer un compte. La façon dont cela se passe, et ce que vous pouvez y faire, se trouve dans la [dernière section](#ending).',
          'Chacun peut [signaler un contenu](report_content), avec ou sans compte. Ce qui a été signalé et ce que nous avons décidé figure dans nos [chiffres de transparence](transparency).',
        ],
      },
      subscriptions: {
        title: 'Abonnements et prix',
        body: [
          'L’achat d’un abonnement est actuellement indisponible, et personne n’est débité de quoi que ce soit sur Loge. Les règles suivantes valent à partir du jour où il devient possible :',
          [
            'Un abonnement ouvre les publications et les stories protégées d’un créateur et vous permet de lui écrire, aussi longtemps qu’il dure.',
            'Les abonnements sont mensuels. Vous pouvez résilier à tout moment ; ce que vous avez payé vous reste ouvert jusqu’à la fin du mois concerné.',
            'Les abonnements ne sont pas remboursables, et la période non utilisée ne donne lieu à aucun remboursement.',
            'Les créateurs fixent leurs prix, en euros. La TVA s’y ajoute le cas échéant : son taux dépend du lieu de résidence de l’abonné.',
            'Nous pouvons vous ouvrir un abonnement gratuitement. Il prend fin à sa date et ne coûte rien.',
          ],
          'Rien de cela ne vous prive des droits que la loi de votre pays accorde aux consommateurs et qu’aucun contrat ne peut écarter.',
        ],
      },
      creators: {
        title: 'Créateurs et frais',
        body: [
          'Un créateur est un membre qui a un profil. Les créateurs décident de ce qu’ils publient, de ce qui est protégé, et à quel prix.',
          [
            'Les frais de plateforme sont de 15 % du prix hors TVA. La part du créateur est constituée des 85 % restants, dont sont déduits les frais bancaires.',
            'Les frais bancaires restent à déterminer. Nos exemples retiennent environ 7 % du montant payé par le fan, TVA comprise, et sont indicatifs : voyez les [tarifs](pricing).',
            'Une part est retenue 7 jours après le paiement. Elle est ensuite versée par virement bancaire, à partir de 20 € : le premier jour bancaire de chaque mois, ou à la demande, au choix du créateur. Avant la première fois, nous vérifions son identité.',
            'Ce qui est remboursé à un abonné, ou contesté auprès de sa banque, est retiré du solde du créateur. Ce qu’une banque renvoie revient au solde.',
            'Les créateurs détiennent les droits sur ce qu’ils publient, et le consentement de toutes les personnes reconnaissables, toutes majeures.',
            'Le premier jour de chaque mois, les créateurs reçoivent un relevé du mois précédent : ce qui a été vendu, les frais, ce qui a été remboursé ou versé, et leur solde.',
            'Les créateurs déclarent leurs revenus et acquittent eux-mêmes les impôts et les cotisations qui s’y rapportent. La loi nous oblige à les déclarer aussi à l’administration fiscale, une fois par an ; qui a des revenus ici nous donne ce que cette déclaration demande.',
            'Les fonctions pour créateurs annoncées pour plus tard sont des projets, et non la promesse qu’elles existeront à une date donnée.',
          ],
        ],
      },
      ending: {
        title: 'Fin, modifications et responsabilité',
        body: [
          'Vous pouvez partir à tout moment : les paramètres ont un bouton pour supprimer votre compte. Pendant 14 jours il est masqué, et une connexion le rétablit ; puis il est effacé. Les abonnements prennent fin avec lui, sans remboursement.',
          'Nous pouvons agir contre des contenus et des comptes qui enfreignent ces conditions ou la loi ou mettent autrui en danger, selon la gravité et la répétition des faits. Chaque fois, nous disons ce que nous avons fait, ce qui s’est passé et sur quelle règle ou quelle loi nous nous fondons, par un avis et par e-mail, sauf si la loi l’interdit :',
          [
            {
              term: 'Retrait',
              text: 'Personne ne voit ce que nous retirons. Nous le gardons 180 jours, pour qu’un recours puisse le rétablir ; ensuite il est effacé.',
            },
            {
              term: 'Suspension',
              text: 'Personne ne voit un compte gelé, et vous ne pouvez pas vous connecter, pour une durée que nous indiquons ou sans limite. Rien n’en est perdu.',
            },
            {
              term: 'Fermeture',
              text: 'Un compte fermé est masqué aussitôt et effacé après 14 jours, et aucun nouveau compte ne peut être ouvert avec son adresse.',
            },
            {
              term: 'Recours',
              text: 'Vous pouvez contester une décision une fois, sans frais, dans les 180 jours, depuis vos avis ou par le lien de l’e-mail, même si vous ne pouvez pas vous connecter. Une personne qui n’a pas pris la décision lit votre recours, sauf s’il n’y a personne d’autre. Si vous aviez raison, tout ce qui n’est pas effacé est rétabli.',
            },
            {
              term: 'Ailleurs',
              text: 'Vous pouvez aussi saisir un organisme de règlement extrajudiciaire des litiges certifié selon le règlement européen sur les services numériques, ou un tribunal.',
            },
          ],
          'Nous faisons de notre mieux pour que Loge soit disponible et sûr, sans pouvoir promettre un service toujours exempt d’interruption ou de défaut, surtout avant l’ouverture.',
          'Qui publie répond de ce qu’il publie. Notre responsabilité est entière pour les dommages que nous causons intentionnellement ou par une faute lourde, et partout où la loi ne permet pas de l’exclure ; pour le reste, elle se limite au dommage prévisible qui résulte du manquement à une obligation essentielle de ces conditions.',
          'Nous pouvons modifier ces conditions. Le nouveau texte et sa date figurent sur cette page, et nous annonçons les modifications importantes avant qu’elles prennent effet. Si vous ne les acceptez pas, vous pouvez partir.',
          'La loi qui vous protège en tant que consommateur dans le pays où vous vivez s’applique dans tous les cas. Pour toute question, il y a la [page de contact](contact_us).',
        ],
      },
    },
  },
}
