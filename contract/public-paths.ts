import { paths } from './paths.ts'

// A file of its own: of these, a browser needs none before its first page.

/** The public pages: prerendered at build time, and listed in the sitemap. */
export const PUBLIC_PATHS = [
  paths.discover,
  paths.pricing,
  paths.privacy_policy,
  paths.terms_of_service,
  paths.contact_us,
  paths.report_content,
] as const
/** The template of the receipt of a notice among the prerendered pages. The dot keeps it from being a page of its own. */
export const NOTICE_RECEIPT_TEMPLATE = '/report-content.receipt'
export type PublicPath = (typeof PUBLIC_PATHS)[number]
