const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1000

/** Formats a file size in a language: at least one kilobyte, with at most one decimal. */
export function sizeText(bytes: number, language: string): string {
  let size = Math.max(1, bytes / STEP)
  let unit = 0
  while (Math.round(size) >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  const style = { style: 'unit', unit: UNITS[unit] ?? 'gigabyte', unitDisplay: 'short' } as const
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0 }).format(
    size,
  )
}
