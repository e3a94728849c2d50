import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { findSigningSecret } from '#server/store/secrets.ts'
import { clip } from '#tests/support/files/clips.ts'
import { Person, world } from '#tests/support/world.ts'

const { ctx, creator } = await world({ STORY_AUTHORS: 'creator', SECRET_KEY: 'the key of before, of forty characters' })
const amy = await creator('amy')
const { media_path } = await amy.tells({ protected: true, media: await clip('talking.mp4') })
const before = media_path ?? ''

const generated = await findSigningSecret(ctx.db, { secret_key: undefined })
await ctx.db`delete from secrets where name = 'signing'`

describe.each([
  [
    'after SECRET_KEY has changed',
    await findSigningSecret(ctx.db, { secret_key: 'the key of today, of forty characters' }),
  ],
  ['after SECRET_KEY was removed and a secret was generated', generated],
  ['after the generated secret was deleted', await findSigningSecret(ctx.db, { secret_key: undefined })],
])('The signing secret %s', (when, secret) => {
  it(`Nobody is signed out ${when}, and only new signed URLs of a protected video work`, async () => {
    expect([ctx.secret.equals(secret), secret === generated || !secret.equals(generated)]).toEqual([false, true])
    const app = await buildApp({ ...ctx, secret })
    afterAll(() => app.close())
    const [visitor, same] = [new Person(app, amy.email), new Person(app, amy.email)]
    same.token = amy.token
    expect((await same.ask('GET', '/user')).status).toBe(200)
    expect((await visitor.fetch(before)).status).toBe(404)
    const [story] = (await same.ask('GET', '/stories')).body.stories
    expect(story.media_path).not.toBe(before)
    expect((await visitor.fetch(story.media_path)).status).toBe(200)
    // A process that still has the old secret accepts the old URL.
    expect((await amy.fetch(before)).status).toBe(200)
  })
})
