/** Letters that do not decompose into a basic one and a mark, as in the recommendations of the EPC (EPC217-08). */
const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N', '&': '+', '’': "'", '‘': "'" },
  ...{ '“': "'", '”': "'", '"': "'", '–': '-', '—': '-', _: '-', '«': "'", '»': "'", '\u00a0': ' ', '\u202f': ' ' },
}

const GREEK = 'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o'
const CYRILLIC =
  'а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sht ъ a ь y ю yu я ya ы y э e ё e і i ї yi є ye ґ g ђ d ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz'

/** The alphabets of other countries of the SEPA area, small and capital letters. */
const OTHERS: ReadonlyMap<string, string> = new Map(
  [GREEK, CYRILLIC].flatMap((alphabet) => {
    const words = alphabet.split(' ')
    return words.flatMap((letter, index): [string, string][] => {
      const latin = words[index + 1] ?? ''
      if (index % 2 === 1) return []
      return [
        [letter, latin],
        [letter.toUpperCase(), latin.charAt(0).toUpperCase() + latin.slice(1)],
      ]
    })
  }),
)

/**
 * A text in the characters that every bank of the SEPA area accepts: letters without marks, digits, and a few signs. What has
 * no counterpart becomes a full stop. No text begins or ends with a slash, and none has two in a row.
 */
export function toSepaText(text: string, max: number): string {
  const plain = [...text.normalize('NFC')].map(toBasic).join('')
  const bounded = plain
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[\s/]+/g, '')
    .slice(0, max)
    .replaceAll(/[\s/]+$/g, '')
  return bounded === '' ? 'NOTPROVIDED' : bounded
}

function toBasic(sign: string): string {
  const known = LATIN[sign] ?? OTHERS.get(sign)
  if (known !== undefined) return known
  const [base = ''] = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const basic = LATIN[base] ?? OTHERS.get(base) ?? base
  return /^[A-Za-z0-9/\-?:().,'+\s]*$/.test(basic) ? basic : '.'
}
