import { text } from 'node:stream/consumers'
import type { Context } from '#server/context.ts'
import { findUsedStoreKeys } from '#server/store/media.ts'
import { findDatabaseIdentity } from '#server/store/secrets.ts'
import { listPictures } from './list-pictures.ts'

/** The marker file with the identity of the database that owns the store. No key of a picture looks like this. */
export const OWNER_KEY = 'owner'

type OwnerContext = Pick<Context, 'db' | 'log'> & { media: Pick<Context['media'], 'store'> }

/**
 * Whether this database owns the media store, so that it may sweep it. For a wrong or empty database all files would
 * look orphaned. A store without an owner is claimed, unless most of its files are unknown here.
 */
export async function ownsStore(ctx: OwnerContext): Promise<boolean> {
  const { store } = ctx.media
  const { identity, owner } = await readOwner(ctx)
  if (owner === identity) return true
  if (owner !== undefined) {
    ctx.log.error(
      { owner, identity },
      'the media store belongs to another database, so nothing is swept: use the database it belongs to, or a folder or bucket of its own. Only if this database shall have these files, write its identity to `owner` in the store.',
    )
    return false
  }
  if (!(await isMostlyKnown(ctx))) {
    ctx.log.error(
      { identity },
      'the media store holds files that this database does not know, so nothing is swept: use the database they belong to, or an empty folder or bucket. Only if this database shall have these files, write its identity to `owner` in the store.',
    )
    return false
  }
  await store.put(OWNER_KEY, Buffer.from(identity), 'text/plain')
  return true
}

/** The identity of this database, and that of the one which owns the store, if any does. */
export async function readOwner({ db, media }: Pick<OwnerContext, 'db' | 'media'>) {
  const identity = await findDatabaseIdentity(db)
  const marker = await media.store.read(OWNER_KEY)
  return { identity, owner: marker && (await text(marker)).trim() }
}

/** Also true for an empty store. */
async function isMostlyKnown({ db, media }: OwnerContext): Promise<boolean> {
  let known = 0
  let unknown = 0
  for await (const pictures of listPictures(media.store)) {
    const used = await findUsedStoreKeys(db, [...pictures.keys()])
    known += used.size
    unknown += pictures.size - used.size
  }
  return known >= unknown
}
