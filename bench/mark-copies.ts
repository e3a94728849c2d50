import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { ALTERATIONS } from '../tests/support/files/alterations.ts'
import { MarkTrial } from '../tests/support/scenarios/mark-trials.ts'

/**
 * `node bench/mark-copies.ts --minutes 5 --tally FILE`: how many altered copies of marked pictures name the viewer they were made
 * for. It goes on where the tally of the file ends, so that ten thousand copies can be read in slices. `--shares 2 --share 1`
 * reads every second picture, for two processes; `--sum FILE,FILE` only adds tallies up. `marks-0.tally` and `marks-1.tally` are
 * those of the last count.
 */
const VIEWERS = 1000
/** Copies of one picture: each alteration once. */
const COPIES = ALTERATIONS.length
/** How many copies are made from what one viewer was sent. */
const COPIES_PER_VIEWER = 8
/** Of which copies the average with another viewer's is read too. */
const MIXED_EVERY = 16

interface Tally {
  next: number
  right: number
  missed: Record<string, number>
  read: Record<string, number>
  wrong: string[]
  unmarked: number
  unmarked_named: string[]
  mixed: { both: number; one: number; nobody: number; third: string[] }
  ratio_sum: number
  ratio_least: number
  /** The lowest score of the right viewer that was found, and the highest of anybody else in any copy. */
  least_right: number
  most_other: number
  /** The highest score of others in a copy, rounded down to tenths: how often. */
  others: Record<string, number>
}

const EMPTY: Tally = {
  ...{ next: 0, right: 0, missed: {}, read: {}, wrong: [], unmarked: 0, unmarked_named: [] },
  ...{ mixed: { both: 0, one: 0, nobody: 0, third: [] }, ratio_sum: 0, ratio_least: 1000 },
  ...{ least_right: 1000, most_other: 0, others: {} },
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      tally: { type: 'string', default: '' },
      share: { type: 'string', default: '0' },
      shares: { type: 'string', default: '1' },
      sum: { type: 'string', default: '' },
    },
  })
  if (values.sum) {
    const tallies = values.sum.split(',').map((file): Tally => JSON.parse(readFileSync(file, 'utf8')))
    console.log(summary(tallies.reduce(added, structuredClone(EMPTY))))
    return
  }
  sharp.concurrency(1)
  sharp.cache(false)
  const tally: Tally = existsSync(values.tally)
    ? JSON.parse(readFileSync(values.tally, 'utf8'))
    : structuredClone(EMPTY)
  const end = performance.now() + Number(values.minutes) * 60_000
  while (performance.now() < end) {
    await readPicture(tally, tally.next * Number(values.shares) + Number(values.share))
    tally.next += 1
    if (values.tally) writeFileSync(values.tally, JSON.stringify(tally, null, 1))
  }
  console.log(summary(tally))
}

async function readPicture(tally: Tally, seed: number): Promise<void> {
  const trial = await MarkTrial.of(seed, VIEWERS)
  let sent = { viewer: -1, bytes: trial.unmarked, ratio: 0 }
  for (let copy = 0; copy < COPIES; copy += 1) {
    const steps = ALTERATIONS[copy] ?? []
    const viewer = (seed * 31 + Math.floor(copy / COPIES_PER_VIEWER) * 7) % VIEWERS
    if (viewer !== sent.viewer) sent = { viewer, ...(await trial.markedFor(viewer)) }
    const { bytes, ratio } = sent
    tally.ratio_sum += ratio
    tally.ratio_least = Math.min(tally.ratio_least, ratio)
    const { scores = [], named } = await trial.readAltered(bytes, steps, copy)
    const name = `${seed} ${trial.kind} ${trial.width}: ${steps.join(', ')}`
    for (const group of groupsOf(trial, steps)) add(tally.read, group)
    if (named.some((at) => at !== viewer)) tally.wrong.push(name)
    if (named.includes(viewer)) {
      tally.right += 1
      tally.least_right = Math.min(tally.least_right, scores[viewer] as number)
    } else {
      for (const group of groupsOf(trial, steps)) add(tally.missed, group)
      console.log('missed', name, scores[viewer]?.toFixed(1) ?? 'not found')
    }
    countOthers(tally, scores, [viewer])
    const unmarked = await trial.readAltered(trial.unmarked, steps, copy)
    tally.unmarked += 1
    if (unmarked.named.length > 0) tally.unmarked_named.push(name)
    countOthers(tally, unmarked.scores ?? [], [])
    if (copy % MIXED_EVERY === seed % MIXED_EVERY) await readMixed(tally, trial, { viewer, steps, copy, name })
  }
}

async function readMixed(
  tally: Tally,
  trial: MarkTrial,
  { viewer, steps, copy, name }: { viewer: number; steps: readonly string[]; copy: number; name: string },
): Promise<void> {
  const other = (viewer + 1) % VIEWERS
  const { scores = [], named } = await trial.readAltered(await trial.mixedFor(viewer, other), steps, copy)
  const of = named.filter((at) => at === viewer || at === other).length
  if (named.length > of) tally.mixed.third.push(name)
  else if (of === 2) tally.mixed.both += 1
  else if (of === 1) tally.mixed.one += 1
  else tally.mixed.nobody += 1
  countOthers(tally, scores, [viewer, other])
}

function countOthers(tally: Tally, scores: number[], but: number[]): void {
  if (scores.length === 0) return
  const highest = scores.reduce((most, score, at) => (but.includes(at) ? most : Math.max(most, score)), 0)
  tally.most_other = Math.max(tally.most_other, highest)
  add(tally.others, (Math.floor(highest * 10) / 10).toFixed(1))
}

function groupsOf({ kind, width }: MarkTrial, steps: readonly string[]): string[] {
  return [steps.join(', '), `${kind} ${width}`, steps.length === 1 ? 'one step' : 'two steps']
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function added(one: Tally, other: Tally): Tally {
  const counts = (a: Record<string, number>, b: Record<string, number>) => {
    const sum = { ...a }
    for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count
    return sum
  }
  return {
    next: one.next + other.next,
    right: one.right + other.right,
    missed: counts(one.missed, other.missed),
    read: counts(one.read, other.read),
    wrong: [...one.wrong, ...other.wrong],
    unmarked: one.unmarked + other.unmarked,
    unmarked_named: [...one.unmarked_named, ...other.unmarked_named],
    mixed: {
      both: one.mixed.both + other.mixed.both,
      one: one.mixed.one + other.mixed.one,
      nobody: one.mixed.nobody + other.mixed.nobody,
      third: [...one.mixed.third, ...other.mixed.third],
    },
    ratio_sum: one.ratio_sum + other.ratio_sum,
    ratio_least: Math.min(one.ratio_least, other.ratio_least),
    least_right: Math.min(one.least_right, other.least_right),
    most_other: Math.max(one.most_other, other.most_other),
    others: counts(one.others, other.others),
  }
}

function summary(tally: Tally): string {
  const read = tally.unmarked
  const lines = Object.entries(tally.read).map(
    ([group, count]) => `  ${group}: ${count - (tally.missed[group] ?? 0)} of ${count}`,
  )
  const { both, one, nobody, third } = tally.mixed
  return [
    `${tally.right} of ${read} altered copies name their viewer (${((100 * tally.right) / read).toFixed(2)} %), ${tally.wrong.length} somebody else`,
    `${tally.unmarked_named.length} of ${tally.unmarked} unmarked ones name somebody`,
    `averages of two: ${both} both, ${one} one, ${nobody} nobody, ${third.length} a third`,
    `noise: mean ${(tally.ratio_sum / read).toFixed(2)} dB, least ${tally.ratio_least.toFixed(2)} dB`,
    `scores: named from ${tally.least_right.toFixed(2)}, others at most ${tally.most_other.toFixed(2)} among ${VIEWERS}`,
    ...lines,
  ].join('\n')
}

await main()
