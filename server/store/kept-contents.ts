import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'

/** What of a thing is the same for everybody, in one version. */
export interface Versioned {
  id: string
  version: string
}

/**
 * The version of a content: the transactions that wrote the rows of the thing, of its author `u` and of the profile `pr`.
 * Whoever changes the pictures of an album writes its post too. Every like makes a new version.
 * A subquery has no `xmin` of its own, so it names it `written_by`.
 */
export function contentVersion(db: Queryable, thing: string, written_by: 'xmin' | 'written_by') {
  return db`(${db(`${thing}.${written_by}`)}::text || ' ' || u.written_by::text || ' ' || pr.written_by::text)`
}

/**
 * The author `u` and the profile `pr` of each thing of a page, looked up row by row. For a plain join PostgreSQL often reads
 * thousands of people to merge them with a few things; the `offset` keeps it from choosing that.
 */
export function authorOf(db: Queryable, thing: string): Fragment {
  const author = db(`${thing}.profile_id`)
  return db`
    cross join lateral (
      select pr.picture_id, pr.picture_mark, pr.xmin as written_by from profiles pr where pr.id = ${author} offset 0
    ) pr
    cross join lateral (
      select u.username, u.xmin as written_by from users u where u.id = ${author} offset 0
    ) u`
}

/**
 * Finds the contents of these versions: those that were read before from memory, the others by one statement. Undefined if one
 * of them has changed meanwhile: the versions were read together with the decision what this viewer may see, and a content of
 * another version must not be shown by that decision.
 *
 * The contents that were used last are kept in two generations: when the younger one is full, the older one is forgotten. To
 * move each one to the end of one map at every use took longer than to present it.
 */
export function keepContents<Content extends Versioned>(
  kept_max: number,
  read: (db: Queryable, ids: readonly string[]) => Promise<Content[]>,
): (db: Queryable, wanted: readonly Versioned[]) => Promise<Content[] | undefined> {
  let younger = new Map<string, Content>()
  let older = new Map<string, Content>()

  function findKept(id: string): Content | undefined {
    const content = younger.get(id)
    if (content) return content
    const old = older.get(id)
    if (old) keep(old)
    return old
  }

  function keep(content: Content): void {
    if (younger.size >= kept_max / 2) {
      older = younger
      younger = new Map()
    }
    younger.set(content.id, content)
  }

  return async (db, wanted) => {
    const contents = new Map<string, Content>()
    const missing: string[] = []
    for (const { id, version } of wanted) {
      const content = findKept(id)
      if (content?.version === version) contents.set(id, content)
      else missing.push(id)
    }
    if (missing.length > 0) {
      for (const content of await read(db, missing)) {
        keep(content)
        contents.set(content.id, content)
      }
    }
    const found = wanted.flatMap(({ id, version }) => {
      const content = contents.get(id)
      return content?.version === version ? [content] : []
    })
    return found.length === wanted.length ? found : undefined
  }
}
