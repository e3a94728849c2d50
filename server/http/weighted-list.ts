/** One entry of a header such as `Accept-Encoding: br;q=0.9, gzip`. */
export interface Weighted {
  value: string
  /** How much it is wanted: 1 unless said otherwise, 0 for not at all, and NaN for what is no number. */
  weight: number
}

/** No browser has so many wishes, nor so many parameters in one. */
const ENTRIES_MAX = 100
const PARAMETERS_MAX = 10

/** Reads such a header in lower case. It splits and trims only: the time it takes grows with the length and no faster. */
export function readWeightedList(header = ''): Weighted[] {
  return header.split(',', ENTRIES_MAX).map((entry) => {
    const [value = '', ...parameters] = entry.split(';', PARAMETERS_MAX).map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { value, weight: weight === undefined ? 1 : Number(weight.slice('q='.length)) }
  })
}
