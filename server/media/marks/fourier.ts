/** A square of complex numbers, row by row. */
export interface Spectrum {
  re: Float64Array
  im: Float64Array
}

/** The two-dimensional Fourier transform of squares of one size, a power of two, in place (radix 2, Cooley-Tukey). */
export class Fourier {
  readonly size: number
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #reversed: Uint32Array
  readonly #line: Spectrum

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
    this.#line = { re: new Float64Array(size), im: new Float64Array(size) }
  }

  empty(): Spectrum {
    return { re: new Float64Array(this.size ** 2), im: new Float64Array(this.size ** 2) }
  }

  transform(square: Spectrum): Spectrum {
    for (let i = 0; i < this.size; i += 1) this.#transformLine(square, i * this.size, 1)
    for (let i = 0; i < this.size; i += 1) this.#transformLine(square, i, this.size)
    return square
  }

  /** The inverse transform, in place and without the constant factor. */
  invert({ re, im }: Spectrum): Spectrum {
    this.transform({ re: im, im: re })
    return { re, im }
  }

  #transformLine({ re, im }: Spectrum, start: number, step: number): void {
    const { size } = this
    const line = this.#line
    for (let i = 0; i < size; i += 1) {
      const from = start + (this.#reversed[i] as number) * step
      line.re[i] = re[from] as number
      line.im[i] = im[from] as number
    }
    for (let half = 1; half < size; half *= 2) {
      const turn = size / (2 * half)
      for (let k = 0; k < half; k += 1) {
        const cos = this.#cos[k * turn] as number
        const sin = this.#sin[k * turn] as number
        for (let a = k; a < size; a += 2 * half) {
          const b = a + half
          const b_re = line.re[b] as number
          const b_im = line.im[b] as number
          const turned_re = b_re * cos - b_im * sin
          const turned_im = b_re * sin + b_im * cos
          line.re[b] = (line.re[a] as number) - turned_re
          line.im[b] = (line.im[a] as number) - turned_im
          line.re[a] = (line.re[a] as number) + turned_re
          line.im[a] = (line.im[a] as number) + turned_im
        }
      }
    }
    for (let i = 0; i < size; i += 1) {
      re[start + i * step] = line.re[i] as number
      im[start + i * step] = line.im[i] as number
    }
  }
}
