import { paths } from '../../contract/paths.ts'
import { median, notRun, type Row } from '../row.ts'
import {
  BARS,
  type Category,
  type Device,
  isInstalled,
  type Report,
  runLighthouse,
  scoresOf,
  withProduct,
} from './measure.ts'

const DEVICES: Device[] = ['desktop', 'mobile']
const CATEGORIES: Category[] = ['performance', 'accessibility', 'best-practices']

/** The Lighthouse scores of the landing page, if Lighthouse is installed. It is not a dependency of the product. */
export async function landingScores(): Promise<Row[]> {
  const wanted = DEVICES.flatMap((device) => CATEGORIES.map((category) => ({ device, category })))
  const rowOf = ({ device, category }: (typeof wanted)[number]) => ({
    what: `Lighthouse, landing, ${device}: ${category}`,
    bar: { at_least: BARS[device][category] },
  })
  if (!isInstalled())
    return wanted.map((row) => notRun(rowOf(row), 'Lighthouse is not installed: `npm run lighthouse` installs it'))
  return await withProduct(async ({ url }) => {
    const reports = {} as Record<Device, Report[]>
    for (const device of DEVICES) reports[device] = runLighthouse(`${url}${paths.discover}`, device)
    return wanted.map((row) => {
      const scores = scoresOf(reports[row.device], row.category)
      return { ...rowOf(row), ratio: median(scores), figures: scores.join(', ') }
    })
  })
}
