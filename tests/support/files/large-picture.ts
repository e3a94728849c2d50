import type { Context } from '#server/context.ts'
import type { Person } from '#tests/support/world.ts'

/**
 * Publishes a protected post and replaces its picture by a file of `size` bytes, which is more than the network buffers: an
 * answer with it stays unfinished until the client reads it. Returns the path of the picture, below /api.
 */
export async function publishLargePicture(
  { media, db }: Pick<Context, 'media' | 'db'>,
  creator: Person,
  size: number,
): Promise<string> {
  const path = (await creator.posts({ protected: true })).file ?? ''
  await media.store.put('aa/large/960.webp', Buffer.alloc(size, 'loge'), 'image/webp')
  await db`
    update media set store_key = 'aa/large',
      files = ${db.json([{ name: '960.webp', width: 960, height: 960, bytes: size }])}
    where id = ${path.split('/').at(-1) ?? ''}`
  return path
}
