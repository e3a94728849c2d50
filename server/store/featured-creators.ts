import type { Queryable } from '#server/db/connect.ts'
import { isVisible } from './visibility/people.ts'
import { isPublic } from './visibility/things.ts'

export interface FeaturedCreator {
  username: string
  bio: string
  picture_id: string | null
  /** The description of their newest public post. */
  description: string
  media_id: string
  /** The description of the public post before that one. */
  second_description: string | null
}

/**
 * The creators whose newest public posts are the newest of all. The cost does not depend on the number of creators or
 * posts.
 */
export function listFeaturedCreators(db: Queryable) {
  // The limit is a literal: with a parameter, PostgreSQL may choose a generic plan that reads whole tables. The posts
  // are checked to be public now; `last_public_post_id` alone is not trusted.
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
