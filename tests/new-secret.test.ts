import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { findSigningSecret } from '#server/store/secrets.ts'
import { clip } from '#tests/support/clips.ts'
import { Person, world } from '#tests/support/world.ts'

const { ctx, creator } = await world({ STORY_AUTHORS: 'creator', SECRET_KEY: 'the key of before, of forty characters' })
const amy = await creator('amy')
const { media_path } = await amy.tells({ protected: true, media: await clip('talking.mp4') })
const before = media_path ?? ''

const made_up = await findSigningSecret(ctx.db, { secret_key: undefined })
await ctx.db`delete from secrets where name = 'signing'`

describe.each([
  ['SECRET_KEY is another', await findSigningSecret(ctx.db, { secret_key: 'the key of today, of forty characters' })],
  ['one is made up instead', made_up],
  ['that one was deleted', await findSigningSecret(ctx.db, { secret_key: undefined })],
])('Once %s', (_, secret) => {
  it('nobody is signed out, and a protected video is found under a new path alone', async () => {
    expect([ctx.secret.equals(secret), secret === made_up || !secret.equals(made_up)]).toEqual([false, true])
    const app = await buildApp({ ...ctx, secret })
    afterAll(() => app.close())
    const [visitor, same] = [new Person(app, amy.email), new Person(app, amy.email)]
    same.token = amy.token
    expect((await same.ask('GET', '/user')).status).toBe(200)
    expect((await visitor.fetch(before)).status).toBe(404)
    const [story] = (await same.ask('GET', '/stories')).body.stories
    expect(story.media_path).not.toBe(before)
    expect((await visitor.fetch(story.media_path)).status).toBe(200)
    // Who still runs with the old key goes on with it.
    expect((await amy.fetch(before)).status).toBe(200)
  })
})
