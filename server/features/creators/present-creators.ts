import type { FoundCreator } from '#contract/creators.ts'
import type { Db } from '#server/db/connect.ts'
import { mediaPath } from '#server/media/media.ts'
import { type PreviewViewer, previewCreators } from '#server/store/creator-previews.ts'
import type { CreatorRow } from '#server/store/creator-search.ts'

/** The creators as this viewer sees them, in the same order. Creators that disappeared in the meantime are left out. */
export async function presentCreators(
  db: Db,
  viewer: PreviewViewer,
  rows: readonly CreatorRow[],
): Promise<FoundCreator[]> {
  const previews = await previewCreators(
    db,
    rows.map(({ id }) => id),
    viewer,
  )
  return rows.flatMap(({ picture_id, ...row }) => {
    const preview = previews.get(row.id)
    if (!preview) return []
    const { newest_media_id, ...shown } = preview
    return [{ ...row, ...shown, profile_pic: mediaPath(picture_id), newest_picture: mediaPath(newest_media_id) }]
  })
}
