import type { StoredBytes } from '#server/store/exports/account-data.ts'

/** The names of the files in an archive. */

/** Files are sorted by size, smallest first. A video has one. */
export function largestOf({ files }: StoredBytes) {
  return files.at(-1)
}

function endingOf(stored: StoredBytes): string {
  return largestOf(stored)?.name.split('.').at(-1) ?? 'webp'
}

export function mediaFile(folder: 'posts' | 'stories', row: StoredBytes & { id: string }): string {
  return `${folder}/${row.id}.${endingOf(row)}`
}

export function conversationFile(id: string): string {
  return `conversations/${id}.json`
}

export function profilePicture(picture: StoredBytes | null): string | null {
  return picture && `profile-picture.${endingOf(picture)}`
}
