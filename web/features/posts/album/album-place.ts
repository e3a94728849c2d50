import { useSyncExternalStore } from 'react'
import type { Picture, Post } from '#contract/posts.ts'

/**
 * Which picture of an album is in view. The feed and the lightbox share it, so that an album opens at the picture that was
 * in view, and is left at the one that was seen last.
 */
const places = new Map<string, number>()
const listeners = new Set<() => void>()

/** The pictures of a post that the viewer may see. A post of an older server has no list. */
export function picturesOf({ file, files }: Pick<Post, 'file' | 'files'>): readonly Picture[] {
  return file === null ? [] : (files ?? [])
}

/** The place from 0. It stays inside an album that has become shorter. */
export function placeIn(id: string, count: number): number {
  return Math.max(0, Math.min(places.get(id) ?? 0, count - 1))
}

/** Shows another picture. It does not wrap around: before the first and after the last there is none. */
export function showPicture(id: string, place: number, count: number): void {
  if (place < 0 || place >= count) return
  places.set(id, place)
  for (const listener of listeners) listener()
}

export function usePlaceIn(id: string, count: number): number {
  return useSyncExternalStore(subscribe, () => placeIn(id, count))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
