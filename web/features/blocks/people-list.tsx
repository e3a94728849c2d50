import { useRef } from 'react'
import type { BlockedPerson } from '#contract/blocks.ts'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Button } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMuteMutation, usePeopleQuery, useUnblockMutation } from './queries.ts'

interface PeopleListProps {
  list: 'blocks' | 'mutes'
  /** Below each name, in place of the day since when. */
  about?: string
}

/** Whom the viewer blocks or mutes, each with the button that ends it. */
export function PeopleList({ list, about }: PeopleListProps) {
  const { t } = useTranslation()
  const query = usePeopleQuery(list)
  const rows = useRef<HTMLUListElement>(null)
  const unblock = useUnblockMutation()
  const mute = useMuteMutation()
  const ending = unblock.isPending ? unblock.variables : mute.isPending ? mute.variables.username : null

  function end(username: string) {
    // The pressed button disappears with its row, so the list gets the focus.
    const onSuccess = () => rows.current?.focus()
    if (list === 'blocks') unblock.mutate(username, { onSuccess })
    else mute.mutate({ username, is_muted: true }, { onSuccess })
  }

  const title = t(list === 'blocks' ? 'blocks.blocked_title' : 'blocks.muted_title')
  const empty = t(list === 'blocks' ? 'blocks.nobody_blocked' : 'blocks.nobody_muted')
  return (
    <PagedList
      query={query}
      count={query.people.length}
      list={rows}
      focusable="button"
      skeleton={<PeopleSkeleton />}
      words={{ failed: t('blocks.failed'), retry: t('blocks.try_again'), more: t('blocks.show_more') }}
      failure={{ look: 'bare' }}
      endClassName="pt-5"
    >
      <ul ref={rows} tabIndex={-1} aria-label={title} className="-mt-4 outline-offset-4">
        {query.people.map((person) => (
          <PersonRow
            key={person.username}
            person={person}
            about={about}
            action={t(list === 'blocks' ? 'blocks.unblock' : 'blocks.unmute_short')}
            isEnding={person.username === ending}
            onEnd={() => end(person.username)}
          />
        ))}
        {query.people.length === 0 && <li className="py-4 text-mute">{empty}</li>}
      </ul>
    </PagedList>
  )
}

interface PersonRowProps {
  person: BlockedPerson
  about: string | undefined
  /** The text of the button that ends the block or the mute. */
  action: string
  isEnding: boolean
  onEnd: () => void
}

function PersonRow({ person: { username, profile_pic, created_at }, about, action, isEnding, onEnd }: PersonRowProps) {
  const { t, language } = useTranslation()
  return (
    <li className="flex items-center gap-4 border-b border-line py-4 last:border-b-0">
      <Avatar name={username} src={portraitUrl(profile_pic)} size={46} lazy />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{username}</p>
        <p className="mt-0.5 text-small text-mute">
          {about ?? (
            <time dateTime={created_at}>{t('blocks.since', { day: dateText(created_at, language, 'day') })}</time>
          )}
        </p>
      </div>
      <Button variant="secondary" size="sm" loading={isEnding} onClick={onEnd}>
        {action}
        <span className="sr-only"> {username}</span>
      </Button>
    </li>
  )
}

/** Not announced to screen readers, because the page around it is already there. */
function PeopleSkeleton() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4">
      <Skeleton shape="circle" className="size-11 flex-none" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton shape="line" className="w-40" />
        <Skeleton shape="line" className="w-28" />
      </div>
    </div>
  )
}
