import type { Locale, Role, Theme } from '#contract/accounts.ts'
import type { Access } from '#contract/endpoint.ts'
import type { Config } from './config.ts'

/** The authenticated user of a request. The pure functions below answer questions about it. */
export interface Viewer {
  id: string
  username: string
  email: string
  role: Role | null
  profile_id: string | null
  picture_id: string | null
  wish_to_become_creator: boolean
  /** Whether the owner of the account has proven that the address is theirs. */
  email_confirmed: boolean
  /** Whether an admin has approved them as a creator. */
  is_approved: boolean
  locale: Locale | null
  theme: Theme | null
}

export function isStaff(viewer: Pick<Viewer, 'role'>): boolean {
  return viewer.role === 'admin' || viewer.role === 'moderator'
}

export function hasAccess(viewer: Pick<Viewer, 'role' | 'profile_id'>, access: Access): boolean {
  switch (access) {
    case 'public':
    case 'member':
      return true
    case 'creator':
      return viewer.profile_id !== null
    case 'staff':
      return isStaff(viewer)
    case 'admin':
      return viewer.role === 'admin'
  }
}

/**
 * True for everybody, except while creators join by invitation: then for approved members and existing creators. With
 * `verified` everybody may have a profile, and publishes after the verification.
 */
export function mayBeCreator(
  viewer: Pick<Viewer, 'profile_id' | 'is_approved'>,
  config: Pick<Config, 'creator_enrollment'>,
): boolean {
  return viewer.profile_id !== null || config.creator_enrollment !== 'invite' || viewer.is_approved
}

/** A story belongs to a profile, so its author needs one in any case. */
export function canAddStories(
  viewer: Pick<Viewer, 'role' | 'profile_id'>,
  config: Pick<Config, 'story_authors'>,
): boolean {
  return viewer.profile_id !== null && (config.story_authors === 'creator' || viewer.role === 'admin')
}
