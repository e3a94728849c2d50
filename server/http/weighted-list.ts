/** One entry of a header such as `Accept-Encoding: br;q=0.9, gzip`. */
export interface Weighted {
  value: string
  /** The parameter `q`: 1 by default, 0 for "not acceptable", NaN if it is not a number. */
  weight: number
}

/** No browser sends more. */
const ENTRIES_MAX = 100
const PARAMETERS_MAX = 10

/** Parses such a header in lower case. It only splits and trims, so it takes linear time. */
export function readWeightedList(header = ''): Weighted[] {
  return header.split(',', ENTRIES_MAX).map((entry) => {
    const [value = '', ...parameters] = entry.split(';', PARAMETERS_MAX).map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { value, weight: weight === undefined ? 1 : Number(weight.slice('q='.length)) }
  })
}
