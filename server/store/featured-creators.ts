import type { Queryable } from '#server/db/connect.ts'
import { isVisible } from './visibility/people.ts'
import { isPublic } from './visibility/things.ts'

export interface FeaturedCreator {
  username: string
  bio: string
  picture_id: string | null
  /** Of their newest open post. */
  description: string
  media_id: string
  /** Of the open post before that one. */
  second_description: string | null
}

/** The creators whose newest open posts are the newest of all: the same work however many there are of either. */
export function listFeaturedCreators(db: Queryable) {
  // The number stands in the text: a plan made for any number of rows would read whole tables. A post is shown because
  // it is open, and not because somebody remembered that it is.
  return db<FeaturedCreator[]>`
    select u.username, pr.bio, pr.picture_id, po.description, po.media_id,
      (
        select description from posts
        where ${isPublic(db, 'posts')} and profile_id = pr.id and id < po.id order by id desc limit 1
      ) as second_description
    from (
        select id, bio, picture_id, last_public_post_id from profiles
        where last_public_post_id is not null and ${isVisible(db, { person: 'profiles.id', to: null })}
        order by last_public_post_id desc limit 4
      ) pr
      join posts po on po.id = pr.last_public_post_id and ${isPublic(db, 'po')}
      join users u on u.id = pr.id
    order by po.id desc`
}
