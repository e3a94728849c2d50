/**
 * The two legal pages. A body contains paragraphs, lists, and terms with their descriptions. `[text](page)` is
 * a link to a page of the contract's `paths`. The keys of the sections are their anchors, in both languages.
 */
export const legal = {
  cue: 'The small print',
  updated: 'Last updated: [date to be announced at launch]',
  contents: 'On this page',
  question: 'A question about this page?',
  question_text: 'Write to us: the form is short, and the answer comes by e-mail.',
  contact: 'Contact Us',
  see_also: 'See also',
  privacy_policy: {
    title: 'Privacy Policy',
    description:
      'What Loge keeps about you, why and for how long, who can see it, which rights you have, and the two cookies it sets.',
    intro:
      'What Loge keeps about you, why, for how long, and who can see it. Loge is in pre-launch: some of what is described here opens step by step, and these rules hold for each part from its first day.',
    sections: {
      'what-we-keep': {
        title: 'What we keep and why',
        body: [
          'Loge (“we”) decides how the data described here is used, and answers for it. You reach us through the [contact page](contact_us). We keep only what the service needs in order to work:',
          [
            {
              term: 'Your account',
              text: 'Your e-mail address, your username and the ones you had before, your language, light or dark if you chose one, whether you wish to become a creator, and the day you joined. Your password is kept only as an argon2id hash, from which it cannot be read back. We ask you to confirm that you are at least 18, and keep when you did so and in which wording; we do not ask for your date of birth, unless you are to be verified as a creator. When you confirm your address with the link we send there, we keep the time.',
            },
            {
              term: 'Your sessions',
              text: 'For each device you log in on: when the session began, when it was last used, and the name your browser gives itself (its user agent). Of the key that proves the session, only a hash is kept. You find them in your [settings](settings), where you can end each of them.',
            },
            {
              term: 'Known devices',
              text: 'In words such as “Firefox on Linux”, what you have logged in from, and since when: a mail tells you when a new one logs in.',
            },
            {
              term: 'Changes of address',
              text: 'The new e-mail address until you have confirmed it, and the former one as long as it can be taken back. Both get a mail about it; of the links in them only a hash is kept.',
            },
            {
              term: 'Mails about your account',
              text: 'We write to you when a new device logs in, when your password or your address changes or a password was reset, and when you sign up or ask for a link. These mails belong to the safety of your account, so they cannot be switched off.',
            },
            {
              term: 'What you publish',
              text: 'If you are a creator: your bio, your picture, your prices, your posts and your stories. What is hidden in an uploaded file, such as the place where a photo was taken, is removed.',
            },
            {
              term: 'Who you are, if you are paid',
              text: 'If you are a creator and are to be paid, or if creators are verified here before they publish: your legal name, date of birth, address, tax number and bank account, a picture of an identity document and a picture of you. Tax and money-laundering laws ask us to know whom we pay, and that you are of age. All of it is encrypted where it is kept; only our admins can open it, to verify you, and every look is written down.',
            },
            {
              term: 'What you do',
              text: 'The creators you subscribe to and until when, your likes, the stories you have seen until they are over, for 31 days the posts you have seen and on which days you saw something of which creator, what you report, and the messages and reactions you exchange.',
            },
            {
              term: 'Marks in pictures',
              text: 'If a creator wants it, protected pictures carry your username or a mark that cannot be seen. We keep which of them you were shown, first and last, for two years, so that a leaked copy can be traced; the creator and our staff can then read your username. When your account is erased, your name is removed from this.',
            },
            {
              term: 'Notices',
              text: 'What our staff decided that concerns you, whether you have read it, and what you answered. You also get it by e-mail. What else we write to you about you choose yourself; every such mail has a link that ends these mails with one click. Mails about your money and your safety cannot be switched off.',
            },
            {
              term: 'Reports and notices about content',
              text: 'What you report, the reason and your words; from people without an account also the name and the e-mail address they give. Of what was reported we keep what the reporter saw, as evidence.',
            },
            {
              term: 'Early access',
              text: 'If you ask for it: your e-mail address, whether creating interests you, and the proof of your consent: the version of the text you agreed to, its language, when you agreed, and when you confirmed your address with the link we sent there.',
            },
            {
              term: 'Letters to us',
              text: 'The name, the e-mail address and the message you send through the [contact page](contact_us), with their language and the time. They are passed by e-mail to the people who answer.',
            },
            {
              term: 'Technical records',
              text: 'One line for each request: its kind, its result, the time it took and, if you are logged in, the number of your account. Never a message, a password or a token. To stop abuse, network addresses are counted in the server’s memory; Loge writes them neither to its database nor to its logs.',
            },
          ],
          'We use this to provide the service you asked for (our contract with you), to keep it safe and to answer you (our legitimate interest) and, for early access, because you agreed. There is no advertising on Loge, and we never sell your data.',
        ],
      },
      'how-long': {
        title: 'For how long',
        body: [
          'Each kind of data has its own time. When it is over, the data is deleted.',
          [
            {
              term: 'Your account',
              text: 'As long as you have it. You delete it in the settings, with your password: from that moment nobody sees it, for 14 days logging in brings it back, and then it is erased with all that belongs to it.',
            },
            {
              term: 'Former usernames',
              text: 'Nobody else can take a name for 90 days after you gave it up, as long as it is one of the two you gave up last. Later it goes on leading to you until somebody takes it. When your account is erased, your names go with it and are free.',
            },
            {
              term: 'Sessions',
              text: '30 days after their last use and 90 days after you logged in, or less (for our staff 12 hours and 7 days): they end when you log out, end them in your settings, or change or reset your password.',
            },
            { term: 'Reset links', text: '1 hour, or until the link has been used.' },
            { term: 'Links that confirm a sign-up', text: '14 days, or until the link has been used.' },
            { term: 'Known devices', text: 'As long as you have your account.' },
            {
              term: 'Counts of mails',
              text: 'How many mails an address was sent, so that nobody can fill your mailbox: under a fingerprint of the address, and for at most 25 hours.',
            },
            {
              term: 'Changes of address',
              text: '1 hour while the new address waits to be confirmed. Then the former one is kept for 7 days, in which it can be taken back and nobody else can use it. If you delete your account within them, it is kept until that is erased, so that what you wrote from it goes too.',
            },
            {
              term: 'Profile and posts',
              text: 'Until you or our staff remove them, or your account is deleted. Of a reported post that our staff have judged, the words, the reports and the decision are kept as long as your account, and no picture.',
            },
            { term: 'Stories', text: 'At most 24 hours. Then they are deleted, with their picture or video.' },
            {
              term: 'Subscriptions, likes, reports, messages',
              text: 'As long as the accounts they belong to. When yours is erased, your subscriptions, likes and reports are deleted. Messages stay with the person you wrote to, under “Member”, until that account is erased too.',
            },
            {
              term: 'Payments',
              text: 'The lines in our books stay: they hold numbers of accounts and amounts, and never a name. Receipts and credit notes are kept until ten years after their year, as the law asks, also after your account is erased, and then erased: they hold your username, the creator’s, the country, the amounts and the last four digits of the card.',
            },
            {
              term: 'Monthly statements of creators',
              text: 'Until ten years after their year, as the law asks, also after the account is erased; then they are erased. They hold the username of the creator at that time and sums of money, and nothing about fans. Once a year we tell the tax office what each creator earned, with the name, address, birth date, tax number and bank account that were verified, as the law asks of platforms (DAC7).',
            },
            {
              term: 'Who you are, if you are paid',
              text: 'The pictures of your document and of you are erased 30 days after we decided, and at once with your account. We ask again after 3 years. If you have never earned anything, name, address, tax number and bank account are erased with your account; otherwise the law asks us to keep them, encrypted, for ten years after the year of the last line in our books about you.',
            },
            {
              term: 'Decisions of our staff',
              text: 'What was decided, by whom and why stays, with numbers of accounts in place of names.',
            },
            {
              term: 'Evidence of reports',
              text: 'What the reporter saw, words and a sealed copy of the picture or video, stays until 180 days after the decision, also if you delete it or your account. While a court or an authority may need it, an administrator can keep it longer (legal hold).',
            },
            {
              term: 'What our staff removed',
              text: '180 days, so that an appeal can restore it, and until an appeal is decided. Nobody sees it meanwhile.',
            },
            {
              term: 'Addresses of closed accounts',
              text: 'When we close an account, a fingerprint of its address stays, so that nobody opens a new one with it. The address cannot be read from it.',
            },
            {
              term: 'Notices from people without an account',
              text: 'Your name and e-mail address are erased 2 years after the decision on your notice.',
            },
            {
              term: 'Early-access address',
              text: 'Until we have written to you at the opening, until you unsubscribe with the link that every one of these mails carries, or until the account with this address is deleted; at most 24 months. An address that nobody confirms goes after 30 days. When you unsubscribe, your address is deleted at once. The proof of your consent, with the time you left, is kept for 24 months under a fingerprint of the address: it can be compared with an address you give us, but does not contain it. Ask us, or delete your account, and that goes too.',
            },
            { term: 'Notices', text: 'At most 12 months.' },
            {
              term: 'The copy of your data',
              text: 'If you ask for one in your settings: 7 days after it is ready. Then the file is deleted. Nobody else can fetch it.',
            },
            {
              term: 'Letters to us',
              text: 'At most 12 months; those from the address of an account are deleted with the account.',
            },
            {
              term: 'Technical records',
              text: 'They are not kept with your account, and only for as long as it takes to find and repair faults.',
            },
          ],
        ],
      },
      'who-sees-it': {
        title: 'Who sees it',
        body: [
          [
            {
              term: 'Other people',
              text: 'Your username and, if you are a creator, your profile and the posts you leave open. They may also be shown on our public pages, such as [Discover](discover). Your e-mail address is never shown to other members.',
            },
            {
              term: 'Creators whose stories you open',
              text: 'They see your username and when you opened the story, until it is over. Of their posts they see how many people have seen them, never who.',
            },
            {
              term: 'Subscribers',
              text: 'Protected posts and stories are delivered only to those who have an active subscription to their creator.',
            },
            {
              term: 'The one you write to',
              text: 'A conversation is shown to the two people who take part in it. If one of them reports a message, our staff see it with the five before it, and nothing else of the conversation.',
            },
            {
              term: 'Our staff',
              text: 'Moderators and administrators see the list of accounts, with e-mail addresses and roles, and what was reported, with the reports, so that they can act on it. As long as a report or an appeal waits for them, they can open the evidence, also of what is for subscribers only; each time is written down.',
            },
            {
              term: 'Those who work for us',
              text: 'The providers who host our servers, store our files and carry our mails handle data for us, on our instructions and for nothing else. Where error monitoring is switched on, its provider receives the [error reports](#security).',
            },
            { term: 'Authorities', text: 'When the law obliges us to, and no further than it does.' },
          ],
          'Nobody else. We do not sell, rent or trade personal data.',
        ],
      },
      'your-rights': {
        title: 'Your rights and choices',
        body: [
          'Data protection law, in the European Union the GDPR, gives you these rights:',
          [
            'access: to know what we keep about you, and to have a copy of it;',
            'correction: to have put right what is wrong;',
            'deletion: to have your data, or your whole account, removed;',
            'portability: to receive what you gave us in a common format, or to have it passed on;',
            'objection and restriction: to say no to a use that rests on our legitimate interest, or to have it paused;',
            'withdrawal: to leave the early-access list at any time, with the link in any of its mails. What was done before remains lawful.',
          ],
          'Most of this you do yourself in your [settings](settings): take a copy of everything your account holds, put right what is wrong, or delete your account. For the rest, or without an account, [write to us](contact_us) from the e-mail address concerned. We answer within one month, and it costs you nothing.',
          'If our answer does not satisfy you, you can complain to the data protection authority of the country where you live; in France this is the CNIL.',
        ],
      },
      security: {
        title: 'Security, cookies and contact',
        body: [
          'Passwords and session keys are kept as hashes only, and each time a protected picture or video is asked for, the right to see it is checked anew. No system is beyond all risk: should a breach endanger you, we tell you and the authority, as the law requires.',
          'Loge sets two cookies: “lang”, which remembers the language you chose for a year, and “known_device”, which remembers for 180 days that you logged in here, so that nobody who guesses at your password elsewhere can keep you out. Beside them, your browser stores “auth_token”, which keeps you logged in until your session ends, and “theme”, if you chose light or dark, here or in your account; “drafts”, what you have written and not yet sent, until you log out; “story_sound” and “find_key”, if you switched the sound of stories on or the key for the search off; “saved-feed”, the public posts of your last home page with their pictures and your name, for when there is no network, until you log out and for 7 days at most, beside a copy of the app itself (“shell”); “push_for”, for whose account this device shows push messages, until you log out or switch them off, and “push_later”, when you answered our invitation to them with “Not now”; and, until you close the tab, the page to bring you back to after logging in, and “reset_password_token”, the key of a link to a new password, until you have used it. None of them follows you elsewhere, which is why no banner asks you for consent.',
          'Error monitoring runs only where we have configured it. Then errors and loading times are reported to a monitoring service, and 10% of sessions, as well as all sessions with an error, are recorded, with all texts, entries and pictures masked. The recording has a number of its own, which stays in the tab until you close it.',
          'Loge is for people aged 18 or over, and we do not knowingly keep data about minors. If you believe that a minor has an account, [tell us](contact_us), and we delete it.',
          'Whoever wants to report content, with or without an account, finds [a page for it](report_content). The name, the e-mail address and the words of such a notice are erased two years after the decision.',
          'When this policy changes, the new text and its date stand on this page. What you and we owe each other is in the [Terms of Service](terms_of_service). For any question, there is the [contact page](contact_us).',
        ],
      },
    },
  },
  terms_of_service: {
    title: 'Terms of Service',
    description:
      'The rules of Loge in plain words: who may join, what may be published, how subscriptions, prices and fees work, and how it all ends.',
    intro:
      'These terms are the agreement between you and Loge (“we”). By creating an account you accept them. What happens to your data is described in the [Privacy Policy](privacy_policy).',
    sections: {
      'who-may-join': {
        title: 'Who may join',
        body: [
          'You must be at least 18 years old. You confirm it when you sign up, and we close any account whose holder is younger.',
          'Joining is free. Fans pay only for the subscriptions they choose.',
          'Loge is in pre-launch, with early access: its parts open one after the other, may still change, and may at times be unavailable. Leaving your address for early access commits you to nothing.',
        ],
      },
      accounts: {
        title: 'Accounts',
        body: [
          [
            'Your account is personal: do not lend it, sell it or share it.',
            'Give an e-mail address that reaches you, and choose a password of at least 8 characters that you use nowhere else. If you forget it, you can ask for a [reset link](reset_password), which works once and for 1 hour.',
            'If you think that somebody else has got into your account, [tell us](contact_us) at once.',
            'You receive a neutral username, which can be changed. A username has 3 to 30 letters, digits, _ or -, and begins with a letter or a digit. It must not pass for somebody else’s, and some names are reserved.',
            'A name you give up goes on leading to you, and nobody else can take it for 90 days; this holds for the two names you gave up last. You can change your name three times a day.',
          ],
        ],
      },
      conduct: {
        title: 'Content and conduct',
        body: [
          'Creators own their pictures, videos and texts. By publishing them on Loge you give us a non-exclusive, worldwide and free licence to store them, to adapt their size and format, and to show them to the people they are meant for, for as long as they are on Loge. Posts that are not protected may also be shown on our public pages. The licence covers nothing more, and ends when you remove the content.',
          'Protected content is for the subscribers of its creator alone. Do not copy it, record it or pass it on. Stories end after 24 hours, and nobody may keep or republish them.',
          'These rules hold for everything that is published or sent here. When we decide against somebody, we name the rule:',
          [
            {
              term: '3.1 Minors',
              text: 'Nothing may sexualise minors or put them in danger.',
            },
            {
              term: '3.2 Consent',
              text: 'Nobody may be shown without their consent, or recorded in secret.',
            },
            {
              term: '3.3 Threats and violence',
              text: 'Nobody may threaten others, or call for violence.',
            },
            {
              term: '3.4 Harassment and hatred',
              text: 'Nobody may harass or insult others, or spread hatred against them.',
            },
            {
              term: '3.5 Identity',
              text: 'Nobody may pass for somebody else.',
            },
            {
              term: '3.6 What belongs to others',
              text: 'Nobody may publish what belongs to others without their permission.',
            },
            {
              term: '3.7 Illegal goods',
              text: 'Nobody may offer goods or services that the law forbids.',
            },
            {
              term: '3.8 Fraud and spam',
              text: 'Nobody may deceive others, send spam or harmful software, or get round the protection of content and of the service.',
            },
            {
              term: '3.9 Inappropriate content',
              text: 'Nobody may publish or send anything else that is inappropriate here: what shocks where everybody can see it, harms others, or is against the law.',
            },
          ],
          'Members can report posts, stories, messages and profiles. A report about minors, missing consent or threats hides what it names until one of our staff has looked at it. In all other cases people decide: our staff, moderators and administrators, examine the reports, and may warn, hide or remove content, and suspend or close an account. How that works, and what you can do about it, is in the [last section](#ending).',
          'Anybody can [report content](report_content), with or without an account. What was reported and what we decided stands in our [transparency figures](transparency).',
        ],
      },
      subscriptions: {
        title: 'Subscriptions and prices',
        body: [
          'Buying a subscription is currently unavailable, and nobody is charged anything on Loge. These rules hold from the day it becomes possible:',
          [
            'A subscription opens the protected posts and stories of one creator and lets you write to them, for as long as it lasts.',
            'Subscriptions are monthly. You can cancel at any time; what you have paid for stays open to you until the end of its month.',
            'Subscriptions are non-refundable, and there is no refund for the unused portion.',
            'Creators set their prices, in euros. VAT is added where it applies: its rate depends on the subscriber’s location.',
            'We may open a subscription for you free of charge. It ends on its date and costs nothing.',
          ],
          'None of this takes away the rights that the consumer law of your country gives you and that no contract can exclude.',
        ],
      },
      creators: {
        title: 'Creators and fees',
        body: [
          'A creator is a member with a profile. Creators decide what they publish, which of it is protected, and at what price.',
          [
            'The platform fee is 15% of the price before VAT. The creator’s share is the remaining 85%, from which the banking fees are taken.',
            'Banking fees are still to be determined. Our examples use about 7% of the amount the fan pays, VAT included, and are indicative: see [Pricing](pricing).',
            'A share is held for 7 days after the payment. Then it is paid out by bank transfer, from €20: on the first banking day of each month, or when the creator asks, as they choose. Before the first time we verify who they are.',
            'What is given back to a subscriber, or disputed at their bank, is taken from the creator’s balance. What comes back from a bank is in the balance again.',
            'Creators hold the rights to what they publish, and the consent of everybody who can be recognised in it, all of them adults.',
            'On the first day of each month creators get a statement of the month before: what was sold, what the fees were, what was given back or paid out, and their balance.',
            'Creators declare their income and pay their own taxes and contributions on it. The law obliges us to report it to the tax office too, once a year; who has income here gives us what that report needs.',
            'Creator features announced as coming later are plans, and no promise that they will exist by a certain day.',
          ],
        ],
      },
      ending: {
        title: 'Ending, changes and liability',
        body: [
          'You can leave at any time: the settings have a button to delete your account. For 14 days it is hidden and you can take it back by logging in; then it is erased. Subscriptions end with it, without refund.',
          'We may act against content and accounts that break these terms or the law or endanger others, depending on how serious it is and whether it happens again. Each time we say what we did, what happened, and on which rule or law it rests, by a notice and by e-mail, unless the law forbids it:',
          [
            {
              term: 'Removal',
              text: 'What we remove is seen by nobody. We keep it for 180 days, so that an appeal can restore it; then it is erased.',
            },
            {
              term: 'Suspension',
              text: 'A frozen account is seen by nobody, and you cannot sign in, for a time that we name or for good. Nothing in it is lost.',
            },
            {
              term: 'Closing',
              text: 'A closed account is hidden at once and erased after 14 days, and no new account can be opened with its address.',
            },
            {
              term: 'Appeal',
              text: 'You can appeal once, free of charge, within 180 days, with your notices or with the link in the mail, also while you cannot sign in. Somebody who did not take the decision reads it, unless there is nobody else. If you were right, everything is restored that is not erased.',
            },
            {
              term: 'Elsewhere',
              text: 'You can also turn to an out-of-court dispute settlement body that is certified under the Digital Services Act of the European Union, or to a court.',
            },
          ],
          'We do our best to keep Loge available and safe, but cannot promise that it is always without interruption or fault, above all before the opening.',
          'Those who publish answer for what they publish. We are liable without limit for harm that we cause on purpose or by gross negligence, and wherever the law does not let us exclude it; otherwise only for the foreseeable harm that follows from breaking an essential duty of these terms.',
          'We may change these terms. The new text and its date stand on this page, and we announce important changes before they take effect. If you do not agree with them, you can leave.',
          'The law that protects you as a consumer in the country where you live applies in any case. For any question, there is the [contact page](contact_us).',
        ],
      },
    },
  },
}
