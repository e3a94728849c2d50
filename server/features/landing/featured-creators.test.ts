import { describe, expect, it } from 'vitest'
import type { Landing } from '#contract/landing.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { listFeaturedCreators } from '#server/store/creators/creator-previews.ts'
import { lockProfile } from '#server/store/profiles.ts'
import { countWaiting } from '#tests/support/database/lock-waits.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creatorNamed, member, visitor, passes } = await world()
const file = await noisePicture({ width: 40, height: 50 })

const landing = async (): Promise<Landing> => (await visitor.ask('GET', '/landings')).body
const featured = async () => (await landing()).featured_creators.map(({ username }) => username)

/** How many pages of the database the statement reads, from memory or from the disk. */
async function pagesRead(): Promise<number> {
  const [row] = await ctx.db`explain (analyze, buffers, format json) ${listFeaturedCreators(ctx.db)}`
  const plan = row?.['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

const EMPTY = {
  first_description: null,
  second_description: null,
  post_file: null,
  profile_pic: null,
  username: null,
  featured_creators: [],
}

describe('Creators without public posts', () => {
  it('The landing page does not show a creator who has no posts, or only protected ones', async () => {
    const shy = await creatorNamed('shy')
    expect(await landing()).toEqual(EMPTY)
    await shy.posts({ protected: true, description: 'Behind the curtain', file })
    expect(await landing()).toEqual(EMPTY)
  })
})

describe('Featured creators', () => {
  // Spec 3.24
  it('The landing page shows the two newest public posts of a creator, and nothing of a protected one', async () => {
    passes(MINUTE_MS)
    const amy = await member('amy')
    await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Dancer', profile_pic: file })
    await amy.ask('PUT', '/user', { username: 'amy' })
    await amy.posts({ description: 'The oldest one', file })
    passes(MINUTE_MS)
    await amy.posts({ description: 'An older one', file })
    passes(MINUTE_MS)
    await amy.posts({ protected: true, description: 'A secret between them', file })
    passes(MINUTE_MS)
    const open = await amy.posts({ description: 'Open to all', file })
    passes(MINUTE_MS)
    const locked = await amy.posts({ protected: true, description: 'A secret', file })
    const { body, text } = await visitor.ask('GET', '/landings')
    expect(body).toEqual({
      first_description: 'Open to all',
      second_description: 'An older one',
      post_file: open.file,
      profile_pic: open.profile_pic,
      username: 'amy',
      featured_creators: [{ username: 'amy', profile_pic: open.profile_pic, bio: 'Dancer' }],
    })
    expect(text).not.toContain('secret')
    expect(text).not.toContain(locked.file?.replace('/media/', ''))
    for (const path of [body.post_file, body.profile_pic]) expect((await visitor.fetch(path)).status).toBe(200)
  })

  it('The landing page drops a post at once when it becomes protected or is deleted', async () => {
    passes(MINUTE_MS)
    const eve = await creatorNamed('eve')
    const first = await eve.posts({ description: 'First', file })
    passes(MINUTE_MS)
    const second = await eve.posts({ description: 'Second', file })
    expect(await landing()).toMatchObject({ first_description: 'Second', second_description: 'First', username: 'eve' })
    const { body } = await eve.ask('PATCH', `/posts/${second.id}`, { protected: true })
    expect(await landing()).toMatchObject({ first_description: 'First', second_description: null })
    expect(JSON.stringify(await landing())).not.toContain(body.file)
    await eve.ask('DELETE', `/posts/${first.id}`)
    expect(await featured()).toEqual(['amy'])
    await eve.ask('PATCH', `/posts/${second.id}`, { protected: false })
    expect(await featured()).toEqual(['eve', 'amy'])
    await eve.ask('DELETE', `/posts/${second.id}`)
    expect(await featured()).toEqual(['amy'])
  })

  it('The newest public post of a creator is right after many concurrent changes', async () => {
    passes(MINUTE_MS)
    const rush = await creatorNamed('rush')
    const all = await insertPosts(
      ctx,
      rush,
      Array.from({ length: 24 }, (_, index) => `rush ${index}`),
    )
    const [kept, ...others] = all
    const replies = await Promise.all([
      ...others.map((id, index) =>
        index % 2 ? rush.ask('DELETE', `/posts/${id}`) : rush.ask('PATCH', `/posts/${id}`, { protected: true }),
      ),
      ...['In', 'a', 'hurry'].map((bio) => rush.send('PUT', `/profiles/${rush.id}`, { bio })),
      rush.send('PUT', `/profiles/${rush.id}`, { bio: 'In a hurry', profile_pic: file }),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await landing()).toMatchObject({ first_description: 'rush 0', second_description: null, username: 'rush' })
    const published = await Promise.all([
      rush.posts({ description: 'published', file }),
      rush.send('PUT', `/profiles/${rush.id}`, { bio: 'Still in a hurry', profile_pic: file }),
      rush.ask('DELETE', `/posts/${kept}`),
    ])
    expect(published).toHaveLength(3)
    const [row] = await ctx.db`
      select last_public_post_id as last, (
        select id from posts where profile_id = profiles.id and not protected order by id desc limit 1
      ) as truth from profiles where id = ${rush.id}`
    expect(row?.last).toBe(row?.truth)
    for (const { id } of (await rush.ask('GET', '/posts?username=rush')).body) await rush.ask('DELETE', `/posts/${id}`)
    expect(await featured()).toEqual(['amy'])
  })

  it('A creator can publish or change a post and their portrait at the same time without a deadlock', async () => {
    const kim = await member('kim')
    await kim.send('PUT', `/profiles/${kim.id}`, { bio: '', profile_pic: file })
    const { id } = await kim.posts({ description: 'Open to all', file })
    const changes: [string, () => Promise<unknown>, unknown][] = [
      ['publishing', () => kim.posts({ file }), { profile_pic: null }],
      ['protecting', () => kim.ask('PATCH', `/posts/${id}`, { protected: true }), { status: 200 }],
      [
        'replacing',
        () => kim.send('PUT', `/posts/${id}`, { picture: 'new', file, protected: 'false' }),
        { status: 200 },
      ],
    ]
    for (const [what, change, expected] of changes) {
      let changing: Promise<unknown> | undefined
      await ctx.db.begin(async (db) => {
        await lockProfile(db, kim.id)
        changing = change()
        await expect.poll(() => countWaiting(ctx.db), { timeout: 10_000 }).toBeGreaterThan(0)
        await db`update profiles set picture_id = null where id = ${kim.id}`
      })
      await expect(changing, what).resolves.toMatchObject(expected as object)
      await kim.send('PUT', `/profiles/${kim.id}`, { bio: '', profile_pic: file })
    }
  })

  // Spec 1.25
  it('The landing page shows at most four creators with the newest public posts, each once', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      passes(MINUTE_MS)
      await insertPosts(ctx, await creatorNamed(name), ['first', 'second'])
    }
    expect(await featured()).toEqual(['five', 'four', 'three', 'two'])
    passes(MINUTE_MS)
    await insertPosts(ctx, await creatorNamed('hidden'), ['secret'], { protected: true })
    expect(await featured()).toEqual(['five', 'four', 'three', 'two'])
  })

  it('The landing page finds other creators behind one with hundreds of newer posts', async () => {
    passes(MINUTE_MS)
    const busy = await creatorNamed('busy')
    await insertPosts(
      ctx,
      busy,
      Array.from({ length: 310 }, (_, index) => `busy ${index}`),
    )
    expect(await featured()).toEqual(['busy', 'five', 'four', 'three'])
    expect(await landing()).toMatchObject({ first_description: 'busy 309', username: 'busy' })
  })

  it('The landing page costs little also when one of thousands of creators has thousands of newer posts', async () => {
    const { db } = ctx
    const [busy] = await db<{ id: string }[]>`select id from users where username = 'busy'`
    await db`
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), n || '@crowd.test', n || '@crowd.test', 'crowd' || n, 'none', now()
      from generate_series(1, 3000) n`
    await db`
      insert into profiles (id, bio, created_at)
      select id, '', now() from users where username like 'crowd%'`
    await db`
      insert into media (id, owner_id, store_key, content_type, files, created_at)
      select gen_random_uuid(), id, 'none/' || id, 'image/webp', '[]', now() from users where username like 'crowd%'`
    await db`
      insert into posts (id, profile_id, media_id, description, protected, created_at)
      select ('01900000-0000-7000-8000-' || substr(md5(id::text), 1, 12))::uuid, owner_id, id, 'old', false, now()
      from media where store_key like 'none/%' and owner_id in (select id from users where username like 'crowd%')`
    await db`
      insert into media (id, owner_id, store_key, content_type, files, created_at)
      select gen_random_uuid(), ${busy?.id ?? ''}, 'more/' || n, 'image/webp', '[]', now() from generate_series(1, 3000) n`
    await db`
      insert into posts (id, profile_id, media_id, description, protected, created_at)
      select ('0fffffff-0000-7000-8000-' || substr(md5(id::text), 1, 12))::uuid, owner_id, id, 'new', false, now()
      from media where store_key like 'more/%'`
    await db`
      update profiles set last_public_post_id = (
        select id from posts where profile_id = profiles.id and not protected order by id desc limit 1)`
    await db.unsafe('vacuum analyze')
    expect(await featured()).toEqual(['busy', 'five', 'four', 'three'])
    expect(await pagesRead()).toBeLessThan(60)
  })
})
