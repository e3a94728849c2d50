import { stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { hashPassword } from '#server/domain/passwords.ts'
import { emailKey } from '#server/emails.ts'
import type { StoredMedia } from '#server/media/media.ts'
import { hasUsers } from '#server/store/accounts/demo-accounts.ts'
import { claimUsername } from '#server/store/accounts/usernames.ts'
import { insertUser, setRole } from '#server/store/accounts/users.ts'
import { insertPair } from '#server/store/blocks.ts'
import { insertDraft, insertDraftPictures } from '#server/store/drafts.ts'
import { newId, newSecret } from '#server/store/ids.ts'
import { insertMedia } from '#server/store/media.ts'
import { setPictureMark } from '#server/store/picture-marks.ts'
import { insertFurtherPictures, type ShownPicture, sizeOf } from '#server/store/post-pictures.ts'
import { insertPost, pinPost, toggleLike } from '#server/store/posts.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { insertSubscription } from '#server/store/subscriptions/periods.ts'
import { insertWaitingFan } from '#server/store/waiting-lists.ts'
import { earlier, later } from '#server/time.ts'
import { createDemoCases } from './cases.ts'
import { createDemoConversations } from './conversations.ts'
import { createDemoInsights } from './insights.ts'
import { createDemoNotices } from './notices.ts'
import { createDemoPayments } from './payments.ts'
import {
  DEMO_ACCOUNTS,
  DEMO_BLOCKS,
  DEMO_EVERYBODY,
  DEMO_PASSWORD,
  DEMO_SUBSCRIPTIONS,
  DEMO_WAITING,
  type DemoPerson,
} from './people.ts'
import { createDemoReports } from './reports.ts'
import { createDemoStories, takeClips } from './stories.ts'
import { createDemoVisitors } from './visitors.ts'

type DemoContext = Pick<Context, 'db' | 'media' | 'now' | 'secret'>

const PICTURES = path.resolve(import.meta.dirname, 'pictures')

/**
 * Creates the demo data, only in a database without users: the passwords are public, so it must never be added to real
 * data. Existing demo data is not changed.
 */
export async function createDemoWorld(ctx: DemoContext): Promise<void> {
  if (await hasUsers(ctx.db)) return
  const hashes = new Map<DemoPerson, string>()
  // The accounts that nobody signs in to get random passwords.
  const hashing = DEMO_EVERYBODY.map(async (person) => {
    hashes.set(person, await hashPassword(DEMO_ACCOUNTS.includes(person) ? DEMO_PASSWORD : newSecret()))
  })
  const [pictures, clips] = await Promise.all([takePictures(ctx.media), takeClips(ctx.media), ...hashing])
  // One transaction: an interrupted start begins again the next time, and the sweep deletes the files it has stored.
  await ctx.db.begin(async (db) => {
    const stage: Stage = { db, now: ctx.now(), pictures, people: new Map(), posts: new Map() }
    for (const person of DEMO_EVERYBODY) await createPerson(stage, person, hashes.get(person) ?? '')
    for (const person of DEMO_EVERYBODY) await createProfile(stage, person)
    for (const person of DEMO_EVERYBODY) await createDrafts(stage, person)
    await createRelations(stage)
    await createDemoReports({
      db,
      now: stage.now,
      idOf: (name) => idOf(stage, name),
      postOf: (picture) => stage.posts.get(picture) ?? '',
    })
    await createDemoPayments(db, stage.now, (name) => idOf(stage, name))
    const messages = await createDemoConversations(db, stage.now, (name) => idOf(stage, name))
    await createDemoVisitors(db, stage.now)
    await createDemoNotices(db, stage.now, (name) => idOf(stage, name))
    const media = new Map([...pictures, ...clips])
    const stories = await createDemoStories(db, stage.now, (name) => idOf(stage, name), media)
    await createDemoInsights({
      db,
      now: stage.now,
      idOf: (name) => idOf(stage, name),
      postOf: (picture) => stage.posts.get(picture) ?? '',
      storyOf: (picture) => stories.get(picture) ?? '',
    })
    await createDemoCases({
      db,
      now: stage.now,
      secret: ctx.secret,
      idOf: (name) => idOf(stage, name),
      storyOf: (picture) => stories.get(picture) ?? '',
      messageOf: (content) => messages.get(content) ?? '',
      copyOf: (picture, owner_id) => createMedia(stage, owner_id, picture),
    })
  })
}

/** The state of the creation. */
interface Stage {
  db: Tx
  now: Date
  pictures: Map<string, StoredMedia>
  /** User ids by username. */
  people: Map<string, string>
  /** Post ids by the name of their picture. */
  posts: Map<string, string>
}

async function takePictures(media: Context['media']): Promise<Map<string, StoredMedia>> {
  const profiles = DEMO_EVERYBODY.flatMap(({ profile }) => profile ?? [])
  const names = profiles.flatMap(({ picture, posts }) => [picture, ...posts.map((post) => post.picture)])
  const taking = names.map(async (name) => {
    const file = path.join(PICTURES, `${name}.jpg`)
    const is_portrait = profiles.some(({ picture }) => picture === name)
    return [name, await media.takeImage({ path: file, bytes: (await stat(file)).size }, { is_portrait })] as const
  })
  return new Map(await Promise.all(taking))
}

async function createPerson(stage: Stage, person: DemoPerson, password_hash: string): Promise<void> {
  const { db, now } = stage
  const { email, username, role } = person
  const email_key = emailKey(email)
  const id = newId(now)
  stage.people.set(username, id)
  await claimUsername(db, id, username, now)
  const written = { locale: null, created_at: now, email_confirmed_at: now, demo: 'open' as const }
  await insertUser(db, { id, email, email_key, username, password_hash, ...written })
  if (role) await setRole(db, email_key, role)
}

async function createProfile(stage: Stage, { username, profile }: DemoPerson): Promise<void> {
  if (!profile) return
  const { db, now } = stage
  const id = idOf(stage, username)
  const picture_id = await createMedia(stage, id, profile.picture)
  await insertProfile(db, { id, bio: profile.bio, picture_id, created_at: now })
  if (profile.marks_pictures) await setPictureMark(db, id, 'faint')
  for (const post of profile.posts) {
    const created_at = earlier(now, post.hours_ago * HOUR_MS)
    const post_id = newId(created_at)
    stage.posts.set(post.picture, post_id)
    const [cover, ...further] = await createPictures(stage, id, [{ alt: '', ...post }, ...(post.further ?? [])])
    await insertPost(db, {
      ...cover,
      id: post_id,
      profile_id: id,
      media_id: cover?.media_id ?? '',
      description: post.description,
      protected: post.protected ?? false,
      created_at,
      pictures_count: 1 + further.length,
    })
    await insertFurtherPictures(db, post_id, further)
    if (post.is_pinned) await pinPost(db, id, post_id, created_at)
    for (const name of post.liked_by ?? []) await toggleLike(db, idOf(stage, name), post_id, now)
  }
}

async function createDrafts(stage: Stage, { username, profile }: DemoPerson): Promise<void> {
  const { db, now } = stage
  const profile_id = idOf(stage, username)
  for (const { description, protected: is_protected, in_hours, pictures } of profile?.drafts ?? []) {
    const id = newId(now)
    const publish_at = in_hours === undefined ? null : later(now, in_hours * HOUR_MS)
    const dates = { publish_at, created_at: now, updated_at: now }
    await insertDraft(db, { id, profile_id, description, protected: is_protected, ...dates })
    const rows = await createPictures(stage, profile_id, pictures)
    await insertDraftPictures(
      db,
      id,
      rows.map((row) => ({ ...row, client_id: null })),
      { after: 0 },
    )
  }
}

async function createPictures(
  stage: Stage,
  owner_id: string,
  pictures: readonly { picture: string; alt: string }[],
): Promise<ShownPicture[]> {
  const rows: ShownPicture[] = []
  for (const { picture, alt } of pictures) {
    const media_id = await createMedia(stage, owner_id, picture)
    const size = sizeOf(stage.pictures.get(picture)?.files ?? [])
    rows.push({ media_id, alt, focus_x: 50, focus_y: 50, ...size })
  }
  return rows
}

async function createMedia({ db, now, pictures }: Stage, owner_id: string, picture: string): Promise<string> {
  const stored = pictures.get(picture)
  if (!stored) throw new Error(`the demo world has no picture ${picture}`)
  const id = newId(now)
  await insertMedia(db, { id, owner_id, ...stored, created_at: now })
  return id
}

async function createRelations(stage: Stage): Promise<void> {
  const { db, now } = stage
  for (const { fan, creator, from_days, to_days } of DEMO_SUBSCRIPTIONS) {
    await insertSubscription(db, {
      id: newId(now),
      fan_id: idOf(stage, fan),
      profile_id: idOf(stage, creator),
      starts_at: later(now, from_days * DAY_MS),
      expires_at: later(now, to_days * DAY_MS),
      created_at: now,
    })
  }
  for (const { list, user, other } of DEMO_BLOCKS) {
    await insertPair(db, list, { user_id: idOf(stage, user), other_id: idOf(stage, other) }, now)
  }
  for (const { creator, fan, days } of DEMO_WAITING) {
    await insertWaitingFan(
      db,
      { creator_id: idOf(stage, creator), fan_id: idOf(stage, fan) },
      earlier(now, days * DAY_MS),
    )
  }
}

function idOf({ people }: Stage, username: string): string {
  const id = people.get(username)
  if (id === undefined) throw new Error(`the demo world has nobody named ${username}`)
  return id
}
