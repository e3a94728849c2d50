import { createContext, use } from 'react'
import type { MenuEntry } from './overlays/menu-popup.tsx'

/**
 * What a member can do about another person in any menu. Menus are drawn by features that know nothing of blocks, so the
 * entries come from a provider around all pages of members.
 */
export interface PersonActions {
  /** Mutes a creator, or ends that. */
  muteEntry: (username: string, is_muted: boolean) => MenuEntry
  /** Asks whether to block the person. */
  blockEntry: (username: string) => MenuEntry
  /** Ends a block at once. */
  unblock: (username: string) => void
  isUnblocking: boolean
  /** Whether the question is open. */
  isAsking: boolean
}

export const PersonActionsContext = createContext<PersonActions | null>(null)

/** Null on pages that visitors see too. */
export function usePersonActions(): PersonActions | null {
  return use(PersonActionsContext)
}
