import { priceInCents } from '#contract/fees.ts'
import { type DEFAULT_PRICES, PRICE_MAX, PRICE_MIN } from '#contract/limits.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { mediaPath, type UploadedFile } from '#server/media/media.ts'
import { newId } from '#server/store/ids.ts'
import { deleteMedia, insertMedia } from '#server/store/media.ts'
import { findProfile, holdProfile, insertProfile, type ProfileChanges, updateProfile } from '#server/store/profiles.ts'
import { isApprovedCreator } from '#server/store/users.ts'
import { cleanText } from '#server/text.ts'

export async function getProfile(ctx: Pick<Context, 'db' | 'now'>, viewer: Viewer, username: string): Promise<Profile> {
  const profile = await findProfile(ctx.db, viewer.id, username, ctx.now())
  if (!profile) throw notFound()
  const { picture_id, ...rest } = profile
  return { ...rest, name: profile.username, profile_pic: mediaPath(picture_id), stories: [] }
}

type Prices = Partial<Record<keyof typeof DEFAULT_PRICES, string>>

/** Creates one's own profile, or changes what was sent. True when it is new. */
export async function putProfile(
  ctx: Pick<Context, 'config' | 'db' | 'media' | 'now'>,
  viewer: Viewer,
  input: { bio?: string | undefined; prices: Prices; picture: UploadedFile | undefined },
): Promise<boolean> {
  refuseBadPrices(input.prices)
  if (viewer.profile_id === null && !input.picture) throw invalid('profile_pic', 'A picture is required')
  const stored = input.picture && (await ctx.media.takeImage(input.picture))
  const created_at = ctx.now()
  try {
    const { isNew, replaced } = await ctx.db.begin(async (db) => {
      const picture_id = stored && newId(created_at)
      if (stored && picture_id) await insertMedia(db, { id: picture_id, owner_id: viewer.id, ...stored, created_at })
      const changes: ProfileChanges = {
        ...(input.bio !== undefined && { bio: cleanText(input.bio) }),
        ...(picture_id && { picture_id }),
        ...input.prices,
      }
      const isNew = await insertProfile(db, { id: viewer.id, created_at, ...changes })
      if (isNew) return { isNew, replaced: undefined }
      const before = await holdProfile(db, viewer.id)
      await updateProfile(db, viewer.id, changes)
      const replaced = picture_id && before?.picture_id ? await deleteMedia(db, before.picture_id) : undefined
      return { isNew, replaced }
    })
    if (replaced) await ctx.media.discard(replaced)
    return isNew
  } catch (error) {
    if (stored) await ctx.media.discard(stored)
    throw error
  }
}

function refuseBadPrices(prices: Prices): void {
  for (const [field, price] of Object.entries(prices)) {
    if (priceInCents(price) === undefined)
      throw invalid(field, `A price is between ${PRICE_MIN} and ${PRICE_MAX} euros`)
  }
}

/** A profile is its owner's to write; while enrolment is by invitation, who opens one needs to be approved. */
export async function refuseStranger(ctx: Pick<Context, 'config' | 'db'>, viewer: Viewer, id: string): Promise<void> {
  const mayEnrol =
    viewer.profile_id !== null ||
    ctx.config.creator_enrollment === 'open' ||
    (await isApprovedCreator(ctx.db, viewer.id))
  if (viewer.id !== id || !mayEnrol) throw new AppError('forbidden', 'You are not allowed to do this')
}
