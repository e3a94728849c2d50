import { paths } from '../../contract/paths.ts'
import { startTestPostgres } from '../../tests/support/database/postgres.ts'
import { median } from '../row.ts'
import {
  BARS,
  type Category,
  type Device,
  install,
  type Report,
  runLighthouse,
  scoresOf,
  withProduct,
} from './measure.ts'

/**
 * `npm run lighthouse`: the Lighthouse scores of the landing page in its production build, the median of five runs on a desktop
 * and on a phone. `-- /pricing` measures another page. The packages are in `bench/lighthouse/package.json` and are installed
 * the first time.
 */

/** The failed audits of a page. */
function failedAudits({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    .map(({ title, displayValue }) => `    ${title}${displayValue ? ` (${displayValue})` : ''}`)
}

function judge(url: string, device: Device): boolean {
  const reports = runLighthouse(url, device)
  let isGood = true
  for (const [name, bar] of Object.entries(BARS[device]) as [Category, number][]) {
    const runs = scoresOf(reports, name)
    const reached = median(runs) >= bar
    isGood &&= reached
    const verdict = reached ? 'ok' : `BELOW ${bar}`
    console.log(`  ${device.padEnd(9)}${name.padEnd(16)}${median(runs)}  (${runs.join(', ')})  ${verdict}`)
  }
  const last = reports.at(-1)
  if (last) console.log(failedAudits(last).join('\n'))
  return isGood
}

async function main(): Promise<number> {
  install()
  const asked = process.argv.slice(2)
  const postgres = await startTestPostgres()
  try {
    return await withProduct(async ({ url }) => {
      let isGood = true
      for (const page of asked.length > 0 ? asked : [paths.discover]) {
        console.log(`\n${page}`)
        for (const device of ['desktop', 'mobile'] as const) isGood = judge(`${url}${page}`, device) && isGood
      }
      return isGood ? 0 : 1
    })
  } finally {
    await postgres.stop()
  }
}

process.exitCode = await main()
