import type { Context } from './context.ts'
import type { Serve } from './http/route.ts'
import type { Beat } from './jobs/heart.ts'
import type { Job, JobName, JobPayloads } from './jobs/jobs.ts'

/** A job as a feature declares it. It gets the context when the server is built. */
interface FeatureJob<N extends JobName> extends Pick<Job<N>, 'schedule'> {
  run(ctx: Context, payload: JobPayloads[N]): Promise<void>
}

export type FeatureJobs = { readonly [N in JobName]?: FeatureJob<N> }

/** Everything that a feature adds to the server. It is declared once and listed once, in `app.ts`. */
export interface Feature {
  routes?: (serve: Serve, ctx: Context) => void
  jobs?: FeatureJobs
  /** What each process does every two seconds, each beside the others: it must be cheap when there is nothing to do. */
  beats?: readonly ((ctx: Context, signal: AbortSignal) => Promise<void>)[]
}

/** Jobs and beats use the background database, which has no timeouts. */
function backgroundOf(ctx: Context): Context {
  return ctx.background ? { ...ctx, db: ctx.background } : ctx
}

/** What the heart does, for all features. */
export function beatsOf(ctx: Context, features: readonly Feature[]): Beat[] {
  const beat_ctx = backgroundOf(ctx)
  return features.flatMap(({ beats = [] }) =>
    beats.map((beat) => ({ name: beat.name, run: (signal: AbortSignal) => beat(beat_ctx, signal) })),
  )
}

/** Registers the jobs of a feature. */
export async function handleJobs(ctx: Context, { jobs = {} }: Feature): Promise<void> {
  const job_ctx = backgroundOf(ctx)
  for (const name of Object.keys(jobs) as JobName[]) {
    const job: FeatureJob<JobName> | undefined = jobs[name]
    if (!job) continue
    await ctx.jobs.handle(name, { schedule: job.schedule, run: (payload) => job.run(job_ctx, payload) })
  }
}
