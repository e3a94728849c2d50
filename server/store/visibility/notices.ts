import type { Queryable } from '#server/db/connect.ts'
import { isVisible, isVisibleInList } from './people.ts'
import { isNotExpired, isShown } from './things.ts'

/**
 * Whether a row of `member_notices` is in the list of its reader: they want this kind in the app, and what it is about is
 * there for them. Somebody who is absent, or blocked by either side, is named nowhere.
 */
export function isNoticeShown(db: Queryable, reader_id: string, now: Date) {
  const person = isVisibleInList(db, { person: 'member_notices.about_id', to: reader_id })
  return db`(member_notices.in_app and ${person} and ${isThingThere(db, 'member_notices', now)})`
}

/** Whether a notice can still be sent by push or mail: what it is about is there for its reader. `notice` is the alias. */
export function isNoticeDue(db: Queryable, notice: string, now: Date) {
  const person = isVisible(db, { person: `${notice}.about_id`, to: db`${db(`${notice}.user_id`)}` })
  return db`(${person} and ${isThingThere(db, notice, now)})`
}

/** Whether the new post or story has not been deleted, removed or expired since. Other kinds are about no such thing. */
function isThingThere(db: Queryable, notice: string, now: Date) {
  const [kind, post_id, story_id] = [db(`${notice}.kind`), db(`${notice}.post_id`), db(`${notice}.story_id`)]
  return db`case ${kind}
    when 'new_post' then exists (select from posts po where po.id = ${post_id} and ${isShown(db, 'po')})
    when 'new_story' then exists (
      select from stories st where st.id = ${story_id} and ${isShown(db, 'st')} and ${isNotExpired(db, 'st', now)}
    )
    else true
  end`
}
