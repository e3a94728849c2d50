import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { identitiesOf } from '#server/domain/identities.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { eraseOldDocuments, eraseOldIdentities } from '#server/store/verifications.ts'
import { getVerification, sendVerification } from './actions.ts'
import { decide, listVerifications, openDocument, openVerification } from './desk.ts'

export const verifications: Feature = {
  routes: verificationRoutes,
  jobs: {
    erase_documents: { schedule: '7 * * * *', run: eraseDocuments },
    erase_identities: { schedule: '47 4 * * *', run: eraseIdentities },
  },
}

function verificationRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_verification)(async ({ viewer }) => await getVerification(identitiesOf(ctx), viewer.id))

  serve(endpoints.send_verification, {
    limit: { counted_in_action: ['verification'], because: 'While nobody is verified here, the call does not exist.' },
  })(async ({ viewer, caller, readForm }) => {
    const identities = identitiesOf(ctx)
    await limitRate(ctx, 'verification', { user_id: viewer.id, ip: caller.ip })
    const { fields, files } = await readForm()
    return await sendVerification(identities, viewer, fields, files)
  })

  serve(endpoints.list_verifications)(async ({ query, answer }) => {
    const { state } = query
    const { items, cursor } = await listVerifications(identitiesOf(ctx), state ?? 'in_review', query.cursor)
    linkNextPage(answer, cursor, { state })
    return items
  })

  serve(endpoints.open_verification)(
    async ({ viewer, params }) => await openVerification(identitiesOf(ctx), viewer, params.id),
  )

  serve(endpoints.get_verification_file)(async ({ viewer, params, answer }) => {
    const { bytes, content_type } = await openDocument(identitiesOf(ctx), viewer, params)
    answer.header('content-type', content_type)
    // A PDF is never shown on our origin.
    answer.header('content-disposition', content_type === 'application/pdf' ? 'attachment' : 'inline')
    answer.header('cache-control', 'private, no-store')
    return bytes
  })

  serve(endpoints.decide_verification)(
    async ({ viewer, params, body }) => await decide(identitiesOf(ctx), viewer, params.id, body),
  )
}

/** The files of what was decided long enough ago. */
async function eraseDocuments({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): Promise<void> {
  const count = await eraseOldDocuments(db, now())
  if (count > 0) log.info({ count }, 'erased documents of verifications')
}

/** Who erased creators were, when the law does not want it kept any more. */
async function eraseIdentities({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): Promise<void> {
  const count = await eraseOldIdentities(db, now())
  if (count > 0) log.info({ count }, 'erased identities of creators whose books need not be kept any more')
}
