import type { Row } from '../row.ts'

/** A program that a scenario needs and that npm does not install. */
export type Program = 'redis-server' | 'nginx' | 'caddy' | 'pgbouncer'

/** How many people a scenario about many has; a trial takes fewer. */
export interface Scale {
  subscribers: number
}

/** One part of `npm run bench:cluster`. Its rows say what happened while something was taken away from a cluster. */
export interface Scenario {
  name: string
  /** Without one of these programs the scenario is named as not run. */
  needs: readonly Program[]
  /** What the rows are about, with their targets: printed if the scenario cannot run. */
  rows: readonly Pick<Row, 'what' | 'bar'>[]
  measure(scale: Scale): Promise<Row[]>
}
