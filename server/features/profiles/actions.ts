import { DEFAULT_PRICES, PRICE_MAX, PRICE_MIN, priceInCents } from '#contract/fees.ts'
import type { Checkout } from '#contract/payments.ts'
import type { Profile } from '#contract/profiles.ts'
import { mayBeCreator, type Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { readerOf } from '#server/domain/as-a-fan.ts'
import { AppError, forbidden, invalid, notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { newId } from '#server/store/ids.ts'
import { deleteMedia, insertMedia } from '#server/store/media.ts'
import { findMembershipOf } from '#server/store/payments/memberships.ts'
import { findLastCountry } from '#server/store/payments/order-list.ts'
import {
  findProfile,
  findProfileId,
  insertProfile,
  lockProfile,
  type ProfileChanges,
  type ProfileKey,
  updateProfile,
} from '#server/store/profiles.ts'
import { cleanText } from '#server/text.ts'

type Reading = Pick<Context, 'now' | 'payments'> & { db: Queryable }

/** A profile, and as whom its owner wanted to read it. */
export async function getProfile<V extends Viewer>(
  ctx: Reading,
  viewer: V,
  { username, as }: { username: string; as?: 'visitor' | undefined },
): Promise<{ profile: Profile; reader: V }> {
  if (as === undefined) return { profile: await presentProfile(ctx, viewer, { username }), reader: viewer }
  const id = await findProfileId(ctx.db, viewer.id, username)
  if (id === undefined) throw notFound()
  const reader = readerOf(viewer, id, as)
  return { profile: await presentProfile(ctx, reader, { id }), reader }
}

async function presentProfile(ctx: Reading, viewer: Viewer, key: ProfileKey): Promise<Profile> {
  const profile = await findProfile(ctx.db, viewer.id, key, ctx.now())
  if (!profile) throw notFound()
  const { id, picture_id, suscribed_until, is_waiting, ...rest } = profile
  return {
    id,
    ...rest,
    name: profile.username,
    profile_pic: mediaPath(picture_id),
    stories: [],
    suscribed_until: suscribed_until?.toISOString() ?? null,
    ...(ctx.payments && { checkout: await presentCheckout(ctx, viewer, id) }),
    // Where something can be bought there is nothing to wait for.
    ...(!ctx.payments && viewer.id !== id && { is_waiting }),
  }
}

/** Whether this viewer can buy here. The same refusals meet them at `POST /checkouts`. */
async function presentCheckout({ db }: Reading, viewer: Viewer, creator_id: string): Promise<Checkout> {
  const [country, membership] = [
    await findLastCountry(db, viewer.id),
    await findMembershipOf(db, { fan_id: viewer.id, creator_id }),
  ]
  return { country: country ?? null, refusal: refusalOf(viewer, creator_id, membership?.renews ?? false) }
}

function refusalOf(viewer: Viewer, creator_id: string, renews: boolean): Checkout['refusal'] {
  if (viewer.id === creator_id) return 'own_page'
  if (!viewer.email_confirmed) return 'email_unconfirmed'
  return renews ? 'already_renewing' : null
}

/** Only the owner may write a profile. While enrolment is by invitation, creating one requires an approval. */
export function refuseNonOwner(ctx: Pick<Context, 'config'>, viewer: Viewer, id: string): void {
  if (viewer.id !== id.toLowerCase()) throw forbidden()
  if (!mayBeCreator(viewer, ctx.config)) throw new AppError('forbidden', 'Creators join by invitation at the moment')
}

type Price = keyof typeof DEFAULT_PRICES
const PRICES = Object.keys(DEFAULT_PRICES) as Price[]

interface ProfileInput extends Partial<Record<Price, string>> {
  bio?: string
  picture: UploadedFile | undefined
}

/** Picks the known fields, because a form may contain any field. */
function changesOf(input: ProfileInput): ProfileChanges {
  const changes: ProfileChanges = {}
  if (input.bio !== undefined) changes.bio = cleanText(input.bio)
  for (const name of PRICES) {
    const price = input[name]
    if (price === undefined) continue
    if (priceInCents(price) === undefined) throw invalid(name, `A price is between ${PRICE_MIN} and ${PRICE_MAX} euros`)
    changes[name] = price
  }
  return changes
}

/**
 * Upsert: creates the viewer's profile, or changes the fields that were sent. The file is stored before the row, as
 * with posts.
 */
export async function putProfile(
  ctx: Pick<Context, 'db' | 'media' | 'now' | 'payments'>,
  viewer: Viewer,
  input: ProfileInput,
): Promise<{ isNew: boolean; profile: Profile }> {
  const changes = changesOf(input)
  if (viewer.profile_id === null && !input.picture) throw invalid('profile_pic', 'A picture is required')
  const stored = input.picture && (await ctx.media.takeImage(input.picture, { is_portrait: true }))
  const created_at = ctx.now()
  const { replaced, ...result } = await ctx.db.begin(async (db) => {
    if (stored) {
      changes.picture_id = newId(created_at)
      await insertMedia(db, { id: changes.picture_id, owner_id: viewer.id, ...stored, created_at })
    }
    const isNew = await insertProfile(db, { id: viewer.id, created_at, ...changes })
    // Of two concurrent requests that create the profile, the second updates it.
    const before = isNew ? undefined : await lockProfile(db, viewer.id)
    if (!isNew) await updateProfile(db, viewer.id, changes)
    const replaced = stored && before?.picture_id ? await deleteMedia(db, before.picture_id) : undefined
    return { isNew, replaced, profile: await presentProfile({ ...ctx, db }, viewer, { id: viewer.id }) }
  })
  if (replaced) await ctx.media.discard(replaced)
  return result
}
