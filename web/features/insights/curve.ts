import type { Insights } from '#contract/insights.ts'

type Day = Insights['days'][number]

/** A place in the chart, in percent of its width and height, from the top left. */
export interface Place {
  x: number
  y: number
}

interface Curve {
  /** One for each day. */
  places: Place[]
  /** The path of the line; empty for a single day. */
  line: string
  /** The path of the area below it. */
  area: string
  /** The values of the horizontal lines, from below. */
  ticks: number[]
}

const TICKS = 3
const STEPS = [1, 2, 4, 5, 10]

/** The smallest round number that is not below this one: 1, 2, 4, 5 or 10 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}

/** The curve of the people of each day: it passes through every value and is level there. */
export function curveOf(days: readonly Pick<Day, 'people'>[]): Curve {
  const most = Math.max(0, ...days.map(({ people }) => people))
  const step = roundUp(most / TICKS)
  const top = step * TICKS
  const places = days.map(({ people }, index) => ({
    x: days.length > 1 ? (index / (days.length - 1)) * 100 : 100,
    // A little space above the highest line.
    y: 100 - (people / top) * 92,
  }))
  const [first] = places
  const line = places
    .map((place, index) => {
      const before = places[index - 1]
      if (!before) return `M${at(place)}`
      const middle = (before.x + place.x) / 2
      return `C${at({ x: middle, y: before.y })} ${at({ x: middle, y: place.y })} ${at(place)}`
    })
    .join(' ')
  return {
    places,
    line: days.length > 1 ? line : '',
    area: first && days.length > 1 ? `${line} L100 100 L${first.x} 100Z` : '',
    ticks: Array.from({ length: TICKS }, (_, index) => step * (index + 1)),
  }
}

/** The height of a value in the chart, in percent from the top. */
export function heightOf(value: number, ticks: readonly number[]): number {
  return 100 - (value / (ticks.at(-1) ?? 1)) * 92
}

function at({ x, y }: Place): string {
  return `${round(x)} ${round(y)}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** The days with a label: the first, the last and some between them, about a week apart. */
export function labelledDays(count: number): number[] {
  const parts = Math.min(4, Math.floor((count - 1) / 3))
  if (parts < 1) return count > 1 ? [0, count - 1] : [0]
  return Array.from({ length: parts + 1 }, (_, part) => Math.round((part * (count - 1)) / parts))
}
