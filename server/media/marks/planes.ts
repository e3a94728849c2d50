/** The brightness of a picture, 0 to 255, row by row. */
export interface Plane {
  width: number
  height: number
  values: Float32Array
}

/** How much the brightness of a line may differ from that of the edge, in steps of 255, if both are border. */
const BORDER_TOLERANCE = 5

/** Cuts off the plain border that a screenshot has around a picture. A border of the picture itself goes with it. */
export function trimBorders(plane: Plane): Plane {
  const { width, height, values } = plane
  const isPlain = (first: number, step: number, count: number, colour: number) => {
    let different = 0
    for (let i = 0; i < count; i += 1)
      if (Math.abs((values[first + i * step] as number) - colour) > BORDER_TOLERANCE) different += 1
    return different <= count / 100
  }
  const countPlain = (lines: number, startOf: (line: number) => number, step: number, count: number) => {
    const colour = values[startOf(0) + step * (count >> 1)] as number
    let line = 0
    while (line < lines / 2 && isPlain(startOf(line), step, count, colour)) line += 1
    // The line beside the border is blurred.
    return line === 0 ? 0 : line + 1
  }
  const top = countPlain(height, (line) => line * width, 1, width)
  const bottom = countPlain(height, (line) => (height - 1 - line) * width, 1, width)
  const left = countPlain(width, (line) => line, width, height)
  const right = countPlain(width, (line) => width - 1 - line, width, height)
  const [inner_width, inner_height] = [width - left - right, height - top - bottom]
  if (inner_width < width / 8 || inner_height < height / 8) return plane
  const inner = new Float32Array(inner_width * inner_height)
  for (let y = 0; y < inner_height; y += 1) {
    const from = (y + top) * width + left
    inner.set(values.subarray(from, from + inner_width), y * inner_width)
  }
  return { width: inner_width, height: inner_height, values: inner }
}

/** Makes a plane smaller by averaging areas, or larger by interpolation. */
export function resizePlane(plane: Plane, width: number, height: number): Plane {
  if (width === plane.width && height === plane.height) return plane
  // A picture is made smaller many times, so each halving is computed once.
  if (width * 2 <= plane.width && height * 2 <= plane.height) return resizePlane(halfOf(plane), width, height)
  const across = weightsOf(plane.width, width)
  const down = weightsOf(plane.height, height)
  const half = new Float32Array(width * plane.height)
  for (let y = 0; y < plane.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const weight = across.starts[x] as number
      const count = (across.starts[x + 1] as number) - weight
      const from = y * plane.width + (across.firsts[x] as number)
      let sum = 0
      for (let i = 0; i < count; i += 1)
        sum += (across.weights[weight + i] as number) * (plane.values[from + i] as number)
      half[y * width + x] = sum
    }
  }
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const weight = down.starts[y] as number
    const count = (down.starts[y + 1] as number) - weight
    for (let i = 0; i < count; i += 1) {
      const share = down.weights[weight + i] as number
      const row = ((down.firsts[y] as number) + i) * width
      for (let x = 0; x < width; x += 1)
        values[y * width + x] = (values[y * width + x] as number) + share * (half[row + x] as number)
    }
  }
  return { width, height, values }
}

const halves = new WeakMap<Plane, Plane>()

/** Half as wide and high: the mean of four pixels. A last odd column or row is stretched away. */
function halfOf(plane: Plane): Plane {
  const known = halves.get(plane)
  if (known) return known
  const { width, height } = plane
  const [columns, rows] = [width >> 1, height >> 1]
  const even = width % 2 || height % 2 ? resizePlane(plane, columns * 2, rows * 2) : plane
  const half = { width: columns, height: rows, values: new Float32Array(columns * rows) }
  for (let y = 0; y < rows; y += 1) {
    const upper = y * 2 * even.width
    for (let x = 0; x < columns; x += 1) {
      const at = upper + x * 2
      half.values[y * columns + x] =
        ((even.values[at] as number) +
          (even.values[at + 1] as number) +
          (even.values[at + even.width] as number) +
          (even.values[at + even.width + 1] as number)) /
        4
    }
  }
  halves.set(plane, half)
  return half
}

/** For each new pixel the first old one, and where the weights of those from there on begin. */
interface Weights {
  firsts: Int32Array
  starts: Int32Array
  weights: Float32Array
}

/** A triangle of one new pixel's width, or of one old pixel's if that is larger. */
function weightsOf(from: number, to: number): Weights {
  const step = from / to
  const reach = Math.max(1, step)
  const firsts = new Int32Array(to)
  const starts = new Int32Array(to + 1)
  const weights = new Float32Array(to * (Math.ceil(2 * reach) + 1))
  for (let at = 0; at < to; at += 1) {
    const centre = (at + 0.5) * step - 0.5
    const first = Math.max(0, Math.ceil(centre - reach))
    const count = Math.min(from - 1, Math.floor(centre + reach)) - first + 1
    const start = starts[at] as number
    let sum = 0
    for (let i = 0; i < count; i += 1) {
      const weight = Math.max(1e-6, 1 - Math.abs(first + i - centre) / reach)
      weights[start + i] = weight
      sum += weight
    }
    for (let i = 0; i < count; i += 1) weights[start + i] = (weights[start + i] as number) / sum
    firsts[at] = first
    starts[at + 1] = start + count
  }
  return { firsts, starts, weights }
}

/** The mean of a square of (2 × radius + 1) pixels around each pixel, cut at the edges. */
export function blurPlane({ width, height, values }: Plane, radius: number): Plane {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += values[y * width + x] as number
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row
    }
  }
  const means = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - radius) * (width + 1), Math.min(height, y + radius + 1) * (width + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)]
      const count = ((bottom - top) / (width + 1)) * (right - left)
      const sum =
        (sums[bottom + right] as number) -
        (sums[bottom + left] as number) -
        (sums[top + right] as number) +
        (sums[top + left] as number)
      means[y * width + x] = sum / count
    }
  }
  return { width, height, values: means }
}
