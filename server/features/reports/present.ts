import type { DatedReport, ReportedPost } from '#contract/reports.ts'
import { presentPictures } from '#server/domain/present-posts.ts'
import { mediaPath } from '#server/media/media.ts'
import type { ReportCaseRow } from '#server/store/reports/report-cases.ts'
import type { ReportedPostRow } from '#server/store/reports/reports.ts'

/** A post with open reports. Staff see its picture, unless they are its only reporter. */
export function presentReportedPost(row: ReportedPostRow, reports: DatedReport[]): ReportedPost {
  return { id: row.id, profile_id: row.profile_id, ...presentShared(row, reports), handled: null }
}

/** A decided case, with the post as it was then. The picture is included only if the post is still public. */
export function presentReportCase(row: ReportCaseRow, reports: DatedReport[]): ReportedPost {
  return {
    id: row.post_id,
    profile_id: row.author_id,
    ...presentShared(row, reports),
    handled: {
      outcome: row.outcome,
      by: row.staff_username,
      at: row.handled_at.toISOString(),
      note: row.note,
      answer: row.answer,
      answered_at: row.answered_at?.toISOString() ?? null,
    },
  }
}

function presentShared(row: ReportedPostRow | ReportCaseRow, reports: DatedReport[]) {
  return {
    username: row.username,
    profile_pic: mediaPath(row.picture_id),
    file: mediaPath(row.media_id),
    files: presentPictures(row),
    accessible_until: null,
    description: row.description,
    protected: row.protected,
    liked: row.liked,
    likes_count: row.likes_count,
    pinned: row.is_pinned,
    reports,
    reports_count: row.reports_count,
  }
}
