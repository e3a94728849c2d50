import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `npm test`: runs all checks and tests, the fastest first, and does not stop at the first failure. `--full` is the long form:
 * every screen in every theme, language and width, more hostile input, and the runs that kill the product.
 */
const root = resolve(import.meta.dirname, '..')
const results = join(root, 'node_modules/.cache/test-results')
const full = process.argv.includes('--full')

interface Step {
  name: string
  command: string[]
  /** True: the output is printed live. Otherwise it is printed at the end, because another step runs in parallel. */
  live?: boolean
  /** Reads how many tests passed and failed from the runner's own report. */
  count?: () => Counts
}

interface Counts {
  passed: number
  failed: number
  /** The failed tests with the first lines of each error. They are printed last, where everybody looks. */
  failures?: string[]
  /** The tests that did not run because a program is missing on this machine. */
  not_run?: string[]
}

interface Outcome extends Counts {
  name: string
  ok: boolean
  seconds: number
}

const vitestReport = join(results, 'vitest.json')
const playwrightReport = join(results, 'playwright.json')

const checks: Step[] = [
  { name: 'Types', command: ['tsc', '-b'] },
  { name: 'Web build', command: ['node', 'scripts/setup.mjs', '--build'] },
  { name: 'Style', command: ['biome', 'check', '.'] },
  { name: 'Unused code', command: ['knip'] },
]
const tests: Step = {
  name: 'Tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  live: true,
  count: () => {
    const report = JSON.parse(readFileSync(vitestReport, 'utf8'))
    const { numPassedTests: passed, numFailedTests: failed } = report
    return { passed, failed, failures: failedVitest(report), not_run: notRunVitest(report) }
  },
}
const browserTests: Step = {
  name: 'Browser tests',
  command: ['playwright', 'test'],
  live: true,
  count: () => {
    const report = JSON.parse(readFileSync(playwrightReport, 'utf8'))
    const { expected, unexpected, flaky } = report.stats
    return { passed: expected, failed: unexpected + flaky, failures: report.suites.flatMap(failedPlaywright) }
  },
}

const longRuns: Step[] = [
  { name: 'Crash run', command: ['node', 'tests/crash/run.ts'], live: true },
  { name: 'Payments run', command: ['node', 'tests/crash/run-payments.ts'], live: true },
  { name: 'Chaos run', command: ['node', 'tests/chaos/run.ts'], live: true },
]

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function failedVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [failure(relative(root, name), message)]
    return failed.map((result) => failure(`${relative(root, name)} › ${result.fullName}`, result.failureMessages[0]))
  })
}

function notRunVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => `${relative(root, name)} › ${fullName}`),
  )
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

function failedPlaywright({ suites = [], specs }: PlaywrightSuite): string[] {
  const here = specs.filter(({ ok }) => !ok)
  return [
    ...here.map(({ file, title, tests: [test] }) => failure(`${file} › ${title}`, test?.results[0]?.error?.message)),
    ...suites.flatMap(failedPlaywright),
  ]
}

function failure(what: string, why = ''): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, 16)
  return [what, ...lines.map((line) => `    ${line}`)].join('\n')
}

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
  PLAYWRIGHT_JSON: playwrightReport,
  // By default Playwright caches compiled tests in the system's temporary folder.
  PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
  // The tests start Node about a hundred times, mostly with the same code.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // Node strips the types of the browser tests itself, which takes a fraction of the time of Playwright's compiler.
  PW_DISABLE_TS_ESM: '1',
  ...(full ? { FULL: '1' } : {}),
}

const running = new Set<ChildProcess>()
let interrupted = false

function start(step: Step): Promise<Outcome> {
  const begun = performance.now()
  const [command = '', ...args] = step.command
  if (step.live) console.log(heading(step.name))
  // A process group of its own, so that all child processes of a runner can be ended together.
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio: ['ignore', ...output(step)] })
  running.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (printed += text))
  return new Promise((resolveOutcome) => {
    const end = (code: number | null) => {
      running.delete(child)
      const seconds = (performance.now() - begun) / 1000
      const outcome = { name: step.name, ok: code === 0 && !interrupted, seconds, ...counted(step, code === 0) }
      if (!step.live) console.log(`${heading(`${step.name}: ${verdict(outcome)}`)}${printed.trimEnd()}`)
      resolveOutcome(outcome)
    }
    child.once('error', (error) => {
      printed += error.message
      end(1)
    })
    child.once('close', end)
  })
}

function output(step: Step): ['inherit' | 'pipe', 'inherit' | 'pipe'] {
  return step.live ? ['inherit', 'inherit'] : ['pipe', 'pipe']
}

/** A step that failed without a failed test counts as one failure. */
function counted(step: Step, ok: boolean): Counts {
  const counts = readCounts(step)
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function readCounts(step: Step): Counts {
  try {
    return step.count?.() ?? { passed: 0, failed: 0 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function heading(text: string): string {
  return `\n=== ${text}\n`
}

function verdict({ ok, seconds }: Outcome): string {
  return `${ok ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`
}

/** Runs two steps at a time, because each uses little more than one core. */
async function inPairs(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let step = waiting.shift(); step && !interrupted; step = waiting.shift()) outcomes.push(await start(step))
  }
  await Promise.all([work(), work()])
  return outcomes
}

/** The first signal is forwarded, so that everything can end gracefully; the second one kills. */
function endEverything(signal: NodeJS.Signals): void {
  const force = interrupted
  interrupted = true
  for (const { pid } of running) {
    try {
      if (pid) process.kill(-pid, force ? 'SIGKILL' : signal)
    } catch {
      // The process has already ended.
    }
  }
}

async function main(): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endEverything(signal))
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })

  const outcomes = await inPairs(checks)
  if (!interrupted) outcomes.push(await start(tests))
  const built = outcomes.some(({ name, ok }) => name === 'Web build' && ok)
  if (!built) console.log(heading('Browser tests: not run, because there is no web build'))
  else if (!interrupted) outcomes.push(await start(browserTests))
  if (full && built) for (const run of longRuns) if (!interrupted) outcomes.push(await start(run))

  const sum = (of: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  console.log(heading(interrupted ? 'Interrupted' : 'Summary'))
  for (const outcome of outcomes) console.log(`${outcome.name.padEnd(16)}${verdict(outcome)}`)
  for (const { not_run = [] } of outcomes) for (const text of not_run) console.log(`\nNOT RUN ${text}`)
  for (const { failures = [] } of outcomes) for (const text of failures) console.log(`\nFAILED ${text}`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return outcomes.every(({ ok }) => ok) && !interrupted ? 0 : 1
}

process.exitCode = await main()
