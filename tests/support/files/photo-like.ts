import sharp from 'sharp'

/** A generator of numbers between 0 and 1 that gives the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * A picture with what photographs have: light that falls off, soft and sharp shapes, texture at all sizes (1/f noise) and
 * grain. No two seeds look alike. Stored as the product stores pictures, as WebP.
 */
export async function photoLike(seed: number, { width = 480, height = 600 } = {}): Promise<Buffer> {
  const random = randomOf(seed)
  const values = new Float32Array(width * height)
  const [angle, reach, base] = [random() * 6.28, 60 * random(), 70 + 90 * random()]
  const light = (x: number, y: number) =>
    base + reach * (Math.cos(angle) * (x / width - 0.5) + Math.sin(angle) * (y / height - 0.5)) * 2
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) values[y * width + x] = light(x, y)
  for (const [cells, strength] of [
    [3, 45],
    [7, 28],
    [17, 16],
    [41, 9],
    [97, 5],
  ] as const)
    await addNoise(values, { width, height }, { cells, strength: strength * (0.3 + random()), random })
  for (let i = 0; i < 9; i += 1) addShape(values, { width, height }, random)
  const grain = 4 * random()
  const pixels = Buffer.alloc(width * height * 3)
  const tint = [0.85 + 0.3 * random(), 0.9 + 0.2 * random(), 0.85 + 0.3 * random()] as const
  for (let i = 0; i < values.length; i += 1) {
    const value = (values[i] as number) + grain * (random() - 0.5)
    for (const channel of [0, 1, 2] as const)
      pixels[i * 3 + channel] = Math.max(0, Math.min(255, Math.round(value * tint[channel])))
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: 80, effort: 1 })
    .toBuffer()
}

interface Size {
  width: number
  height: number
}

async function addNoise(
  values: Float32Array,
  { width, height }: Size,
  { cells, strength, random }: { cells: number; strength: number; random: () => number },
): Promise<void> {
  const [columns, rows] = [cells + 1, Math.max(2, Math.round((cells * height) / width) + 1)]
  const small = Buffer.from(Array.from({ length: columns * rows }, () => Math.floor(random() * 256)))
  const large = await sharp(small, { raw: { width: columns, height: rows, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  for (let i = 0; i < values.length; i += 1)
    values[i] = (values[i] as number) + (((large[i] as number) - 127.5) / 127.5) * strength
}

/** An ellipse with an edge between sharp and soft. */
function addShape(values: Float32Array, { width, height }: Size, random: () => number): void {
  const [x0, y0] = [random() * width, random() * height]
  const [a, b] = [(0.05 + 0.3 * random()) * width, (0.05 + 0.3 * random()) * width]
  const [turn, edge, change] = [random() * 3.14, 0.03 + 0.4 * random(), 110 * (random() - 0.5)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [((x - x0) * cos + (y - y0) * sin) / a, ((y - y0) * cos - (x - x0) * sin) / b]
      const inside = (1 + edge - Math.sqrt(u * u + v * v)) / (2 * edge)
      if (inside > 0) values[y * width + x] = (values[y * width + x] as number) + change * Math.min(1, inside)
    }
  }
}
