import type { StoredBytes } from '#server/store/exports/account-data.ts'

/** The names of the files in an archive. */

/** Files are sorted by size, smallest first. A video has one. */
export function largestOf({ files }: StoredBytes) {
  return files.at(-1)
}

function endingOf(stored: StoredBytes): string {
  return largestOf(stored)?.name.split('.').at(-1) ?? 'webp'
}

export function storyFile(story: StoredBytes & { id: string }): string {
  return `stories/${story.id}.${endingOf(story)}`
}

/** The first picture of a post has the name of the post; the others have a number. */
export function pictureFiles(
  folder: 'posts' | 'drafts',
  { id, pictures }: { id: string; pictures: readonly StoredBytes[] },
): string[] {
  return pictures.map((picture, place) => {
    return `${folder}/${id}${place === 0 ? '' : `-${place + 1}`}.${endingOf(picture)}`
  })
}

export function conversationFile(id: string): string {
  return `conversations/${id}.json`
}

export function profilePicture(picture: StoredBytes | null): string | null {
  return picture && `profile-picture.${endingOf(picture)}`
}
