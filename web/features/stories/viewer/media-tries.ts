/** How often the media of each story was asked for anew, and what becomes of it now. */
export type MediaTries = Readonly<Record<string, MediaTry>>

export interface MediaTry {
  readonly count: number
  /** It did not come: it is being asked for once more, or waits for somebody to ask. */
  readonly state: 'drawn' | 'asking' | 'failed'
}

export type TryEvent =
  /** What was drawn with this count did not come. */
  | { type: 'failed'; id: string; count: number }
  /** Somebody asks for it again. */
  | { type: 'asked'; id: string }
  /** There is a new list, and it is drawn anew from it. */
  | { type: 'listed'; id: string }

export function tryOf(tries: MediaTries, id: string): MediaTry {
  return tries[id] ?? FIRST
}

const FIRST: MediaTry = { count: 0, state: 'drawn' }

/** The first failure asks again by itself; a later one waits. Each is heard once, however often it is told. */
export function tryAgain(tries: MediaTries, event: TryEvent): MediaTries {
  const { count, state } = tryOf(tries, event.id)
  const become = (next: MediaTry) => ({ ...tries, [event.id]: next })
  switch (event.type) {
    case 'failed':
      if (state !== 'drawn' || event.count !== count) return tries
      return become({ count, state: count === 0 ? 'asking' : 'failed' })
    case 'asked':
      return become({ count, state: 'asking' })
    case 'listed':
      return state === 'asking' ? become({ count: count + 1, state: 'drawn' }) : tries
  }
}
