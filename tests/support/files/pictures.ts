import sharp from 'sharp'

/**
 * A picture of noise. Each seed gives other bytes, also after encoding, so that a test can search for them. It is small, because
 * the product takes longer to encode a larger one than to do everything else that most tests ask for.
 */
export async function noisePicture(
  { width = 120, height = 150, seed = 1 } = {},
  format: 'jpeg' | 'png' | 'gif' = 'jpeg',
): Promise<Buffer> {
  let state = seed
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i += 1) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    pixels[i] = state >>> 24
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

type Part = string | Buffer

/** The parts of a form by their names; a list is sent under the same name, in its order. */
export type FormParts = Record<string, Part | readonly Part[]>

/** A multipart body, as browsers send it. */
export async function formBody(parts: FormParts): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  const all = Object.entries(parts).flatMap(([name, sent]) =>
    [sent].flat().map((value: Part) => [name, value] as const),
  )
  for (const [name, value] of all) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Uint8Array.from(value)], { type: 'image/jpeg' }), 'picture.jpg')
  }
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}
