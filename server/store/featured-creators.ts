import type { Queryable } from '#server/db/connect.ts'

export interface FeaturedCreator {
  username: string
  bio: string
  picture_id: string | null
  /** Of their newest open post. */
  public_description: string
  media_id: string
  /** Of their newest protected post, whose picture is nobody's business here. */
  protected_description: string | null
}

/** Both numbers stand in the text of the statements: a plan made for any number of rows would read whole tables. */
const FEATURED = 4
/** So many of the newest open posts are usually by more than four creators. */
const RECENT = 300

/** The creators whose newest open posts are the newest of all. */
export async function listFeaturedCreators(db: Queryable): Promise<FeaturedCreator[]> {
  const recent = await withTheirPosts(
    db,
    db`
      select distinct on (profile_id) profile_id, id as post_id
      from (select id, profile_id from posts where not protected order by id desc ${db.unsafe(`limit ${RECENT}`)}) recent
      order by profile_id, id desc`,
  )
  return recent.length < FEATURED ? await withTheirPosts(db, everyCreator(db)) : recent
}

/** Steps from one creator with open posts to the next by the index: it costs as much as there are creators, not posts. */
function everyCreator(db: Queryable): ReturnType<Queryable> {
  return db`
    with recursive creators as (
      (select profile_id from posts where not protected order by profile_id limit 1)
      union all
      select (
        select profile_id from posts where not protected and profile_id > creators.profile_id
        order by profile_id limit 1
      ) from creators where creators.profile_id is not null
    )
    select creators.profile_id, newest.id as post_id
    from creators cross join lateral (
      select id from posts where not protected and profile_id = creators.profile_id order by id desc limit 1
    ) newest`
}

/** The latest of these, each with their newest open post. One statement, so that no post is closed in the middle of it. */
async function withTheirPosts(db: Queryable, creators: ReturnType<Queryable>): Promise<FeaturedCreator[]> {
  return await db<FeaturedCreator[]>`
    select u.username, pr.bio, pr.picture_id, po.description as public_description, po.media_id,
      (
        select description from posts
        where protected and profile_id = c.profile_id order by id desc limit 1
      ) as protected_description
    from (select * from (${creators}) every_creator order by post_id desc ${db.unsafe(`limit ${FEATURED}`)}) c
      join posts po on po.id = c.post_id
      join profiles pr on pr.id = c.profile_id
      join users u on u.id = c.profile_id
    order by c.post_id desc`
}
