import { FIRST_LOADS, firstLoad, gzippedKib, readManifest } from '../tests/support/web/first-load.ts'
import type { Row } from './row.ts'

/** The size of the scripts that a browser loads before a page can be used. tests/web-budget.test.ts counts in the same way. */
export function firstLoads(): Row[] {
  const manifest = readManifest()
  return FIRST_LOADS.map(({ page, parts, budget_kib }) => {
    const files = firstLoad(manifest, parts)
    return {
      what: `first-load JavaScript of ${page}, KiB gzip`,
      bar: { at_most: budget_kib },
      ratio: gzippedKib(files),
      figures: `${files.size} files, in French, the longer language`,
    }
  })
}
