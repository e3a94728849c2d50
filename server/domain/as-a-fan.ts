import type { Viewer } from '#server/access.ts'
import { forbidden } from '#server/errors.ts'

/** No account has this id, so whoever reads with it has no subscription, no likes and no blocks. */
const STRANGER_ID = '00000000-0000-0000-0000-000000000000'

/**
 * The viewer as whom a creator's page is read. Its owner may look at it `as` a visitor: then every statement is asked with the
 * eyes of a member who has no subscription, and answers what such a member gets. Nobody else has that choice.
 */
export function readerOf<V extends Viewer>(viewer: V, owner_id: string | undefined, as: 'visitor' | undefined): V {
  if (as === undefined) return viewer
  if (viewer.id !== owner_id) throw forbidden()
  return {
    ...viewer,
    id: STRANGER_ID,
    role: null,
    profile_id: null,
    picture_id: null,
    // What a stranger could still have to do, such as confirming an address, is no part of the page.
    email_confirmed: true,
  }
}
