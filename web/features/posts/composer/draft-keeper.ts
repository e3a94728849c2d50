import type { Draft, drafts } from '#contract/drafts.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Picture } from '#contract/posts.ts'
import { isAborted } from '#web/publishing/upload.ts'
import {
  arrangementOf,
  type Change,
  type ComposedPicture,
  type Composition,
  composed,
  compositionOf,
  EMPTY,
} from './composition.ts'

/** The calls of a draft. */
export interface DraftCalls {
  create: (body: Input<typeof drafts.create_draft>['body']) => Promise<Draft>
  update: (id: string, body: Input<typeof drafts.update_draft>['body']) => Promise<Draft>
  send: (
    id: string,
    picture: { client_id: string; file: File },
    options: { onProgress: (sent: number) => void; signal: AbortSignal },
  ) => Promise<Picture>
  remove: (id: string, picture_id: string) => Promise<unknown>
  /** What to say about a picture that was not sent. */
  problemOf: (error: unknown, file: File) => string
}

export interface Keeping {
  /** Null until something is kept. */
  id: string | null
  composition: Composition
  /** `kept` since that time; `idle` while there is nothing to keep. */
  state: 'idle' | 'keeping' | 'kept' | 'failed'
  kept_at: Date | null
  error: unknown
}

/** How long nothing has changed before it is kept. */
export const KEEP_AFTER_MS = 700

/**
 * Keeps a draft on the server while it is being composed: texts after a pause, and pictures one after the other. It is no
 * part of a component, so that an upload goes on while another page is open.
 */
export function draftKeeper(calls: DraftCalls, draft: Draft | null, now: () => Date = () => new Date()) {
  let value: Keeping = {
    id: draft?.id ?? null,
    composition: draft ? compositionOf(draft) : EMPTY,
    state: draft ? 'kept' : 'idle',
    kept_at: draft ? new Date(draft.updated_at) : null,
    error: null,
  }
  const listeners = new Set<() => void>()
  const uploads = new Map<string, AbortController>()
  let created: Promise<string> | null = draft ? Promise.resolve(draft.id) : null
  let saved = { words: wordsOf(value.composition), order: orderOf(value.composition) }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  // Two lanes, because a text must not wait for a large picture. What changes the list of pictures is in one lane.
  let pictureLane: Promise<unknown> = Promise.resolve()
  let wordLane: Promise<unknown> = Promise.resolve()

  function set(changes: Partial<Keeping>): void {
    value = { ...value, ...changes }
    for (const listener of listeners) listener()
  }

  function apply(change: Change): void {
    set({ composition: composed(value.composition, change) })
  }

  function draftId(): Promise<string> {
    if (created) return created
    const { description, protected: isProtected } = value.composition
    const words = wordsOf(value.composition)
    const promise = calls.create({ description, protected: isProtected }).then(({ id }) => {
      saved = { ...saved, words }
      set({ id })
      return id
    })
    // A failure is tried again with the next change.
    promise.catch(() => {
      created = null
    })
    created = promise
    return promise
  }

  function later(): void {
    clearTimeout(timer)
    if (isChanged()) set({ state: 'keeping' })
    timer = setTimeout(() => void keep().catch(() => {}), KEEP_AFTER_MS)
  }

  function isChanged(): boolean {
    return saved.words !== wordsOf(value.composition) || saved.order !== orderOf(value.composition)
  }

  /** Saves what has changed, now. Rejects if that fails. */
  async function keep(): Promise<void> {
    clearTimeout(timer)
    if (isOver) return
    if (isChanged()) set({ state: 'keeping' })
    try {
      if (saved.words !== wordsOf(value.composition)) await keepWords()
      await keepOrder()
      if (!isChanged() && value.id !== null) set({ state: 'kept', kept_at: now(), error: null })
    } catch (error) {
      if (!isOver) set({ state: 'failed', error })
      throw error
    }
  }

  function keepWords(): Promise<void> {
    const run = wordLane.then(async () => {
      const id = await draftId()
      const { description, protected: isProtected } = value.composition
      const words = wordsOf(value.composition)
      if (words === saved.words) return
      await calls.update(id, { description, protected: isProtected })
      saved = { ...saved, words }
    })
    wordLane = run.catch(() => {})
    return run
  }

  function keepOrder(): Promise<void> {
    const run = pictureLane.then(async () => {
      const order = orderOf(value.composition)
      if (order === saved.order || isOver) return
      const pictures = arrangementOf(value.composition)
      if (pictures.length > 0) await calls.update(await draftId(), { pictures })
      saved = { ...saved, order }
    })
    pictureLane = run.catch(() => {})
    return run
  }

  function send(key: string): void {
    apply({ type: 'changed', key, picture: { sent: 0, problem: null } })
    pictureLane = pictureLane.then(async () => {
      const picture = find(key)
      if (!picture?.source || picture.known || isOver) return
      const file = picture.source
      const controller = new AbortController()
      uploads.set(key, controller)
      try {
        const known = await calls.send(
          await draftId(),
          { client_id: key, file },
          {
            onProgress: (sent) => apply({ type: 'changed', key, picture: { sent } }),
            signal: controller.signal,
          },
        )
        const { id, width, height } = known
        // It was removed here while the server prepared it.
        if (!find(key)) return void (await calls.remove(await draftId(), id).catch(() => {}))
        saved = { ...saved, order: JSON.stringify([...JSON.parse(saved.order), { id, alt: '', focus: known.focus }]) }
        apply({ type: 'changed', key, picture: { known: { id, file: known.file }, sent: null, ratio: width / height } })
        if (isChanged()) later()
        else set({ state: 'kept', kept_at: now() })
      } catch (error) {
        if (!isAborted(error))
          apply({ type: 'changed', key, picture: { sent: null, problem: calls.problemOf(error, file) } })
      } finally {
        uploads.delete(key)
      }
    })
  }

  function find(key: string): ComposedPicture | undefined {
    return value.composition.pictures.find((picture) => picture.key === key)
  }

  return {
    get: () => value,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A change of the composition, which is kept after a pause. */
    change(change: Change): void {
      apply(change)
      if (change.type !== 'chosen') later()
    },
    add(pictures: readonly ComposedPicture[]): void {
      apply({ type: 'added', pictures })
      for (const { key } of pictures) if (find(key)) send(key)
    },
    resend: send,
    remove(key: string): void {
      const known = find(key)?.known
      uploads.get(key)?.abort()
      apply({ type: 'removed', key })
      if (!known) return
      pictureLane = pictureLane.then(async () => {
        try {
          await calls.remove(await draftId(), known.id)
          const others = (JSON.parse(saved.order) as { id: string }[]).filter(({ id }) => id !== known.id)
          saved = { ...saved, order: JSON.stringify(others) }
          later()
        } catch (error) {
          set({ state: 'failed', error })
        }
      })
    },
    keep,
    /** Saves everything and resolves with the id of the draft, when all pictures are there. */
    async finish(): Promise<string> {
      await pictureLane
      if (value.composition.pictures.some(({ known }) => known === null)) throw new Error('A picture was not sent')
      await keep()
      return await draftId()
    },
    /** It is published or thrown away: nothing is kept any more. */
    end(): void {
      isOver = true
      clearTimeout(timer)
      for (const upload of uploads.values()) upload.abort()
    },
  }
}

export type DraftKeeper = ReturnType<typeof draftKeeper>

function wordsOf({ description, protected: isProtected }: Composition): string {
  return JSON.stringify([description, isProtected])
}

function orderOf(composition: Composition): string {
  return JSON.stringify(arrangementOf(composition))
}
