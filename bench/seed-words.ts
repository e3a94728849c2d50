/** Words that generated names and bios are made of. */
const FIRST =
  'nora mila ines marie jeanne louise camille agathe sofia greta olga petra hanna paula irene celia vera diane flora lucie hugo jules emile oscar anton felix bruno simon pablo marco theo louis arthur victor samuel adrien nils pavel igor tomas'
const LAST =
  'belova dubois moreau laurent garnier lefevre fontaine rousseau mercier lambert keller brandt vogel weber hartmann novak kovacs horvat petrov ivanova silva costa pereira santos rossi bianchi ferrari colombo lindberg holm berg dahl larsen hansen nowak kowalski murphy walsh byrne quinn'
const BIO =
  'dance theatre curtain violin painting portrait rehearsal stage costume opera singer ballet light shadow studio garden paris lisbon berlin evening morning letters photographs sketches porcelain silk velvet mirror backstage footlights orchestra drawing sculpture poetry cinema guitar piano makeup vintage travel'

/** SQL: a name such as `nora.belova.1234`, of the number in this column. */
export function twoPartName(n: string): string {
  return `${wordAt(FIRST, `${n}::bigint * 31`)} || '.' || ${wordAt(LAST, `${n}::bigint * 17 + ${n} / 40`)} || '.' || ${n}`
}

/** SQL: thirty words, others for each number. */
export function manyWords(n: string): string {
  return `(select string_agg(${wordAt(BIO, `abs(hashint8(${n}::bigint * 64 + place))::bigint`)}, ' ') from generate_series(1, 30) place)`
}

function wordAt(words: string, place: string): string {
  return `(string_to_array('${words}', ' '))[1 + (${place}) % ${words.split(' ').length}]`
}
