import { invalid } from './api-error.ts'

type Tree = string | Map<string, Tree>

/**
 * The parameters of one request. The SDK sends them as a form with names such as `line_items[0][price_data][currency]`.
 * A parameter that nobody has read is refused, as the API does: so a misspelled one, or one that the stand-in does not
 * know, is found at once.
 */
export class Params {
  readonly #tree: Map<string, Tree>
  readonly #path: string
  readonly #read = new Set<string>()
  readonly #opened: Params[] = []

  constructor(tree: Map<string, Tree> = new Map(), path = '') {
    this.#tree = tree
    this.#path = path
  }

  static parse(text: string): Params {
    const tree = new Map<string, Tree>()
    for (const [name, value] of new URLSearchParams(text)) {
      const names = [name.split('[')[0] ?? '', ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, inner = '']) => inner)]
      insert(tree, names, value, name)
    }
    return new Params(tree)
  }

  has(name: string): boolean {
    return this.#tree.has(name)
  }

  text(name: string): string | undefined {
    const value = this.#take(name)
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw invalid(`Invalid string: ${this.#nameOf(name)}`, { param: this.#nameOf(name) })
    return value
  }

  needText(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw this.#missing(name)
    return value
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const found = choices.find((choice) => choice === value)
    if (found === undefined)
      throw invalid(`Invalid ${this.#nameOf(name)}: must be one of ${choices.join(', ')}`, {
        param: this.#nameOf(name),
      })
    return found
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (!/^-?\d{1,15}$/.test(value))
      throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: this.#nameOf(name) })
    return Number(value)
  }

  /** A number of cents, or a count: at least `least`. */
  needInteger(name: string, least = 0): number {
    const value = this.integer(name)
    if (value === undefined) throw this.#missing(name)
    if (value < least) throw invalid(`Invalid value: must be at least ${least}`, { param: this.#nameOf(name) })
    return value
  }

  decimal(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (!/^\d{1,3}(\.\d{1,4})?$/.test(value)) throw invalid(`Invalid decimal: ${value}`, { param: this.#nameOf(name) })
    return Number(value)
  }

  flag(name: string): boolean | undefined {
    const value = this.choice(name, ['true', 'false'])
    return value === undefined ? undefined : value === 'true'
  }

  list(name: string): string[] {
    const value = this.#take(name)
    if (value === undefined || value === '') return []
    const values = typeof value === 'string' ? [value] : [...value.values()]
    return values.filter((one) => typeof one === 'string')
  }

  /** Labels that callers hang on an object. An empty value removes one. */
  metadata(before: Readonly<Record<string, string>> = {}): Record<string, string> {
    const value = this.#take('metadata')
    if (value === undefined) return { ...before }
    if (typeof value === 'string') return {}
    const texts = [...value].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const merged = { ...before, ...Object.fromEntries(texts) }
    return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== ''))
  }

  child(name: string): Params | undefined {
    const value = this.#take(name)
    return value instanceof Map ? this.#open(value, this.#nameOf(name)) : undefined
  }

  children(name: string): Params[] {
    const value = this.#take(name)
    if (!(value instanceof Map)) return []
    return [...value].flatMap(([index, tree]) =>
      tree instanceof Map ? [this.#open(tree, `${this.#nameOf(name)}[${index}]`)] : [],
    )
  }

  /** Accepts parameters that change nothing here, for example how the provider's own page looks. */
  ignore(...names: string[]): void {
    for (const name of names) this.#read.add(name)
  }

  refuseUnread(): void {
    const [unread] = this.#unread()
    if (unread !== undefined)
      throw invalid(`Received unknown parameter: ${unread}`, { code: 'parameter_unknown', param: unread })
  }

  #unread(): string[] {
    const own = [...this.#tree.keys()].filter((name) => !this.#read.has(name)).map((name) => this.#nameOf(name))
    return [...own, ...this.#opened.flatMap((child) => child.#unread())]
  }

  #open(tree: Map<string, Tree>, path: string): Params {
    const child = new Params(tree, path)
    this.#opened.push(child)
    return child
  }

  #take(name: string): Tree | undefined {
    this.#read.add(name)
    return this.#tree.get(name)
  }

  #nameOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`
  }

  #missing(name: string) {
    const param = this.#nameOf(name)
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
}

function insert(tree: Map<string, Tree>, names: string[], value: string, whole: string): void {
  const [name = '', ...rest] = names
  // `expand[]=a&expand[]=b`: the next free number.
  const key = name === '' ? String(tree.size) : name
  if (rest.length === 0) {
    tree.set(key, value)
    return
  }
  const inner = tree.get(key) ?? new Map<string, Tree>()
  if (!(inner instanceof Map)) throw invalid(`Invalid parameter: ${whole}`, { param: whole })
  tree.set(key, inner)
  insert(inner, rest, value, whole)
}
