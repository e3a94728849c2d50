import { paths } from './paths.ts'

// A file of its own: of these, a browser needs none before its first page.

/** The section of the settings page with the editor of the profile. */
export const CREATOR_SETTINGS = `${paths.settings}#creator`
/** The section with the exports. */
export const EXPORT_SETTINGS = `${paths.settings}#export`
/** The section with the sessions. Mails link to it. */
export const SESSION_SETTINGS = `${paths.settings}#sessions`
