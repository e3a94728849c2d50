import type { Evidence, ReportedKind } from '#contract/cases.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import type { StoredFiles } from '#server/store/media.ts'
import { hasReported } from '#server/store/visibility/cases.ts'
import { isRemoved } from '#server/store/visibility/conversations.ts'
import { isVisible } from '#server/store/visibility/people.ts'
import { isAccessible, isNotExpired, isShown } from '#server/store/visibility/things.ts'

/** How many messages before a reported one staff can read. */
const MESSAGES_BEFORE = 5

/** What somebody reports, as they see it at this moment. */
export interface ReportedObject {
  kind: ReportedKind
  object_id: string
  /** The author. */
  subject_id: string
  evidence: Evidence
  /** Its picture or video; of a post with several pictures the first. */
  media: StoredFiles | undefined
  /** The pictures of a post after the first. */
  further_media?: StoredFiles[]
}

/** What an outsider names, if it leads to nothing of this house: a case about nobody. */
export interface LostObject extends Pick<ReportedObject, 'object_id' | 'evidence' | 'media' | 'further_media'> {
  kind: 'notice'
  subject_id: null
}

/**
 * Locks a post against deletion until the transaction ends. Undefined if this viewer cannot see it. Nobody can report what
 * is hidden, except that a report which is sent twice gets the same answer: it may have hidden the object itself.
 */
export async function lockReportedPost(db: Tx, viewer_id: string, id: string): Promise<ReportedObject | undefined> {
  const [locked] = await db`
    select id from posts
    where id = ${id} and ${isVisible(db, { person: 'posts.profile_id', to: viewer_id })}
      and (${isShown(db, 'posts')} or ${hasReported(db, { kind: 'post', object: 'posts.id', by: viewer_id })})
    for key share`
  if (!locked) return undefined
  return await readPublished(db, 'post', id)
}

/** The same for a story, while it has not expired and this viewer may open it. */
export async function lockReportedStory(
  db: Tx,
  viewer_id: string,
  id: string,
  now: Date,
): Promise<ReportedObject | undefined> {
  const [locked] = await db`
    select id from stories st
    where id = ${id} and ${isNotExpired(db, 'st', now)} and ${isVisible(db, { person: 'st.profile_id', to: viewer_id })}
      and ${isAccessible(db, { thing: 'st', to: viewer_id }, now)}
      and (${isShown(db, 'st')} or ${hasReported(db, { kind: 'story', object: 'st.id', by: viewer_id })})
    for key share`
  if (!locked) return undefined
  return await readPublished(db, 'story', id)
}

interface ObjectRow {
  subject_id: string
  username: string | null
  text: string | null
  store_key: string | null
  content_type: string
  files: StoredFiles['files']
}

/** A separate statement after the lock, so that it reads what was committed while the lock was awaited. */
export async function readPublished(db: Tx, kind: 'post' | 'story', id: string): Promise<ReportedObject | undefined> {
  const [row] = await db<ObjectRow[]>`
    select o.profile_id as subject_id, u.username, o.description as text, m.store_key, m.content_type, m.files
    from ${db(kind === 'post' ? 'posts' : 'stories')} o
      join users u on u.id = o.profile_id
      join media m on m.id = o.media_id
    where o.id = ${id}`
  if (!row) return undefined
  return { ...describe(kind, id, row), further_media: kind === 'post' ? await readFurtherMedia(db, id) : [] }
}

async function readFurtherMedia(db: Tx, post_id: string): Promise<StoredFiles[]> {
  return await db<StoredFiles[]>`
    select m.store_key, m.content_type, m.files from post_pictures p join media m on m.id = p.media_id
    where p.post_id = ${post_id} order by p.position`
}

/** Finds a member by name or former name, and locks the profile. */
export async function lockReportedProfile(
  db: Tx,
  viewer_id: string,
  username: string,
): Promise<ReportedObject | undefined> {
  const [found] = await db<{ id: string }[]>`
    select n.user_id as id from usernames n
    where n.name_key = ${username.toLowerCase()} and ${isVisible(db, { person: 'n.user_id', to: viewer_id })}`
  return found && (await lockProfile(db, found.id))
}

/** Locks the profile of a member, if there is one, against a change of its picture. */
export async function lockProfile(db: Tx, id: string): Promise<ReportedObject | undefined> {
  await db`select 1 from profiles where id = ${id} for no key update`
  const [row] = await db<ObjectRow[]>`
    select u.id as subject_id, u.username, p.bio as text, m.store_key, m.content_type, m.files
    from users u
      left join profiles p on p.id = u.id
      left join media m on m.id = p.picture_id
    where u.id = ${id}`
  return row && describe('profile', id, row)
}

/** The name and the bio of a member, for a decision that nobody asked for by a report. Nothing is sealed. */
export async function readAccount(db: Tx, id: string): Promise<ReportedObject> {
  const [row] = await db<{ username: string | null; bio: string | null }[]>`
    select u.username, p.bio from users u left join profiles p on p.id = u.id where u.id = ${id}`
  const evidence = { username: row?.username ?? null, text: row?.bio ?? null, messages: [] }
  return { kind: 'profile', object_id: id, subject_id: id, evidence, media: undefined }
}

function describe(kind: ReportedKind, object_id: string, row: ObjectRow): ReportedObject {
  const { subject_id, username, text, store_key, content_type, files } = row
  const media = store_key === null ? undefined : { store_key, content_type, files }
  return { kind, object_id, subject_id, evidence: { username, text, messages: [] }, media }
}

/** A message of one of the viewer's conversations with those before it. It can be read, so it can be reported. */
export async function findReportedMessage(
  db: Queryable,
  viewer_id: string,
  id: string,
): Promise<ReportedObject | undefined> {
  const rows = await db<{ id: string; sender_id: string; content: string; created_at: Date }[]>`
    select before.id, before.sender_id, before.content, before.created_at
    from messages m
      join conversations c on c.id = m.conversation_id and ${viewer_id} in (c.fan_id, c.creator_id)
      cross join lateral (
        select * from messages where conversation_id = m.conversation_id and position <= m.position
        order by position desc limit ${MESSAGES_BEFORE + 1}
      ) before
    where m.id = ${id} and (not ${isRemoved(db, 'm')} or ${hasReported(db, { kind: 'message', object: 'm.id', by: viewer_id })})
    order by before.position`
  const reported = rows.at(-1)
  if (!reported) return undefined
  const { sender_id: subject_id } = reported
  const messages = rows.map(({ sender_id, content, created_at }) => ({
    is_by_subject: sender_id === subject_id,
    content,
    created_at: created_at.toISOString(),
  }))
  return {
    kind: 'message',
    object_id: id,
    subject_id,
    evidence: { username: null, text: null, messages },
    media: undefined,
  }
}
