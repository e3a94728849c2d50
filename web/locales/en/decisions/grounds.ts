/** Short references of the grounds of a decision, for staff who choose one and for the person whom it concerns. */
export const decisions = {
  grounds: {
    terms_minor: 'Terms 3.1: minors',
    terms_consent: 'Terms 3.2: consent',
    terms_threat: 'Terms 3.3: threats and violence',
    terms_harassment: 'Terms 3.4: harassment and hatred',
    terms_identity: 'Terms 3.5: identity',
    terms_copyright: 'Terms 3.6: what belongs to others',
    terms_illegal_goods: 'Terms 3.7: illegal goods',
    terms_spam: 'Terms 3.8: fraud and spam',
    terms_conduct: 'Terms 3.9: inappropriate content',
    terms_age: 'Terms 1: at least 18 years old',
    law_minor: 'French Criminal Code, art. 227-23: pictures of minors',
    law_consent: 'French Criminal Code, art. 226-1 and 226-2-1: private and sexual pictures',
    law_threat: 'French Criminal Code, art. 222-17: threats',
    law_harassment: 'French Criminal Code, art. 222-33-2-2: harassment',
    law_hatred: 'French law of 29 July 1881, art. 24: hatred',
    law_identity: 'French Criminal Code, art. 226-4-1: stolen identity',
    law_copyright: 'French Intellectual Property Code, art. L. 335-3: copyright',
    law_illegal_goods: 'French Criminal Code, art. 222-37 and 222-52: drugs and weapons',
  },
}
