import { type ComponentType, createContext, use } from 'react'

/** A story, a message or a profile that a member reports. */
export interface ReportedThing {
  kind: 'story' | 'message' | 'profile'
  /** Of a story or a message. */
  id?: string
  /** The author as the viewer may name them. */
  name: string
  /** Null if the viewer may not know it; then the author cannot be blocked either. */
  username: string | null
  /** A path of the API. */
  profile_pic?: string | null | undefined
  /** The words of the author, if there are any. */
  text: string
}

export interface ReportDialogProps {
  thing: ReportedThing
  open: boolean
  onClose: () => void
}

/**
 * The dialog that reports a story, a message or a profile. Menus are drawn by features that know nothing of cases, so it
 * comes from a provider around all pages of members. Each menu draws its own, inside the overlay that it belongs to.
 */
export const ReportDialogContext = createContext<ComponentType<ReportDialogProps> | null>(null)

/** Null on pages that visitors see too. */
export function useReportDialog(): ComponentType<ReportDialogProps> | null {
  return use(ReportDialogContext)
}
