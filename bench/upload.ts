import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { IMAGE_WIDTHS } from '../contract/media.ts'
import { People } from '../tests/e2e/support/people.ts'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { formBody } from '../tests/support/files/pictures.ts'
import { median, type Row } from './row.ts'

const PICTURES = 7

/** Generates a photo of twelve megapixels: soft shapes with the noise of a sensor. */
async function photo(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = (scale: number, sigma: number) =>
    sharp({
      create: {
        width: width / scale,
        height: height / scale,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .png()
      .toBuffer()
  const shapes = await sharp(await noise(8, 60))
    .resize(width, height, { kernel: 'cubic' })
    .png()
    .toBuffer()
  return await sharp(shapes)
    .composite([{ input: await noise(1, 8), blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** The baseline: plain sharp, each width from the file, as WebP with effort 4. */
async function withSharp(file: string): Promise<void> {
  for (const width of IMAGE_WIDTHS) {
    await sharp(file)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80, effort: 4 })
      .toBuffer()
  }
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** The time of a POST with a picture of twelve megapixels, relative to plain sharp with the same widths. */
export async function imageUpload(): Promise<Row> {
  sharp.concurrency(1)
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'))
  const file = join(folder, 'photo.jpg')
  const picture = await photo()
  writeFileSync(file, picture)
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  try {
    const authorization = await signUpCreator(product, picture)
    const { payload, headers } = await formBody({ description: 'Twelve megapixels', file: picture })
    const upload = async () => {
      const answer = await fetch(`${product.url}/api/posts`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body: Uint8Array.from(payload),
      })
      if (answer.status !== 201) throw new Error(`An unexpected answer: ${answer.status} ${await answer.text()}`)
    }
    await upload()
    await withSharp(file)
    const rounds: { product: number; bare: number }[] = []
    for (let i = 0; i < PICTURES; i += 1) {
      rounds.push({ product: await seconds(upload), bare: await seconds(() => withSharp(file)) })
    }
    const ours = median(rounds.map((round) => round.product))
    const sharps = median(rounds.map((round) => round.bare))
    return {
      what: 'POST /posts with 12 megapixels and three widths, relative to sharp alone with WebP at effort 4',
      bar: { at_most: 1.2 },
      ratio: median(rounds.map(({ product: one, bare }) => one / bare)),
      figures: `${ours.toFixed(2)} / ${sharps.toFixed(2)} s`,
    }
  } finally {
    await product.stop()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signUpCreator(product: Awaited<ReturnType<typeof startProduct>>, picture: Buffer): Promise<string> {
  const people = new People(product)
  const authorization = await people.signIn(await people.signUp())
  const ask = async (path: string, init: RequestInit = {}) =>
    await fetch(`${product.url}/api${path}`, { ...init, headers: { ...init.headers, authorization } })
  const { id } = (await (await ask('/user')).json()) as { id: string }
  const { payload, headers } = await formBody({ profile_pic: picture })
  const opened = await ask(`/profiles/${id}`, { method: 'PUT', headers, body: Uint8Array.from(payload) })
  if (opened.status !== 201) throw new Error(`No profile: ${opened.status} ${await opened.text()}`)
  return authorization
}
