import type { Context } from './context.ts'
import type { Serve } from './http/route.ts'
import type { Job, JobName, JobPayloads } from './jobs/jobs.ts'

/** A job as a feature declares it: the context comes when the server is built. */
interface FeatureJob<N extends JobName> extends Pick<Job<N>, 'schedule'> {
  run(ctx: Context, payload: JobPayloads[N]): Promise<void>
}

export type FeatureJobs = { readonly [N in JobName]?: FeatureJob<N> }

/** Everything that one feature adds to the server. Each is declared once and stands once in the list of `app.ts`. */
export interface Feature {
  routes?: (serve: Serve, ctx: Context) => void
  jobs?: FeatureJobs
}

/** Jobs work with the connections of their own, where requests are bound to time limits. */
export async function handleJobs(ctx: Context, { jobs = {} }: Feature): Promise<void> {
  const behind = ctx.background ? { ...ctx, db: ctx.background } : ctx
  for (const name of Object.keys(jobs) as JobName[]) {
    const job: FeatureJob<JobName> | undefined = jobs[name]
    if (!job) continue
    await ctx.jobs.handle(name, { schedule: job.schedule, run: (payload) => job.run(behind, payload) })
  }
}
