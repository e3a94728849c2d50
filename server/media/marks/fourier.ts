/** A square of complex numbers, row by row. */
export interface Spectrum {
  re: Float64Array
  im: Float64Array
}

/**
 * The two-dimensional Fourier transform of squares of one size, a power of two of at least 8, in place (Cooley-Tukey). Rows and
 * columns of a spectrum are exchanged: transforming it again exchanges them back, and products do not care.
 */
export class Fourier {
  readonly size: number
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #reversed: Uint32Array

  constructor(size: number) {
    this.size = size
    this.#cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size))
    this.#sin = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size))
    const bits = Math.log2(size)
    this.#reversed = Uint32Array.from({ length: size }, (_, i) => {
      let reversed = 0
      for (let bit = 0; bit < bits; bit += 1) reversed |= ((i >> bit) & 1) << (bits - 1 - bit)
      return reversed
    })
  }

  empty(): Spectrum {
    return { re: new Float64Array(this.size ** 2), im: new Float64Array(this.size ** 2) }
  }

  /** Of the square only the first `rows` have values; those that follow are zero. */
  transform(square: Spectrum, rows = this.size): Spectrum {
    for (let row = 0; row < rows; row += 1) this.#transformRow(square, row * this.size)
    this.#exchange(square.re)
    this.#exchange(square.im)
    for (let row = 0; row < this.size; row += 1) this.#transformRow(square, row * this.size)
    return square
  }

  /** The inverse transform, in place and without the constant factor. */
  invert({ re, im }: Spectrum): Spectrum {
    this.transform({ re: im, im: re })
    return { re, im }
  }

  #exchange(values: Float64Array): void {
    const { size } = this
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < row; column += 1) {
        const value = values[row * size + column] as number
        values[row * size + column] = values[column * size + row] as number
        values[column * size + row] = value
      }
    }
  }

  #transformRow({ re, im }: Spectrum, start: number): void {
    const { size } = this
    const cosines = this.#cos
    const sines = this.#sin
    const reversed = this.#reversed
    for (let i = 0; i < size; i += 1) {
      const j = reversed[i] as number
      if (j <= i) continue
      const one = start + i
      const other = start + j
      const value = re[one] as number
      re[one] = re[other] as number
      re[other] = value
      const imaginary = im[one] as number
      im[one] = im[other] as number
      im[other] = imaginary
    }
    // The first two rounds turn by quarters only, which needs no product.
    for (let a = start; a < start + size; a += 4) {
      const b = a + 1
      const c = a + 2
      const d = a + 3
      const re_ab = (re[a] as number) + (re[b] as number)
      const im_ab = (im[a] as number) + (im[b] as number)
      const re_a_b = (re[a] as number) - (re[b] as number)
      const im_a_b = (im[a] as number) - (im[b] as number)
      const re_cd = (re[c] as number) + (re[d] as number)
      const im_cd = (im[c] as number) + (im[d] as number)
      const re_c_d = (re[c] as number) - (re[d] as number)
      const im_c_d = (im[c] as number) - (im[d] as number)
      re[a] = re_ab + re_cd
      im[a] = im_ab + im_cd
      re[b] = re_a_b + im_c_d
      im[b] = im_a_b - re_c_d
      re[c] = re_ab - re_cd
      im[c] = im_ab - im_cd
      re[d] = re_a_b - im_c_d
      im[d] = im_a_b + re_c_d
    }
    for (let half = 4; half < size; half *= 2) {
      const turn = size / (2 * half)
      for (let group = start; group < start + size; group += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const cos = cosines[k * turn] as number
          const sin = sines[k * turn] as number
          const a = group + k
          const b = a + half
          const b_re = re[b] as number
          const b_im = im[b] as number
          const turned_re = b_re * cos - b_im * sin
          const turned_im = b_re * sin + b_im * cos
          const a_re = re[a] as number
          const a_im = im[a] as number
          re[b] = a_re - turned_re
          im[b] = a_im - turned_im
          re[a] = a_re + turned_re
          im[a] = a_im + turned_im
        }
      }
    }
  }
}
