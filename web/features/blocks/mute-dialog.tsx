import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { useCreatorsToMuteQuery, useMuteMutation, usePeopleQuery } from './queries.ts'

export interface MuteDialogProps {
  open: boolean
  onClose: () => void
  own_username: string
}

/** Finds a creator by name, and mutes them. It stays open for the next one. */
export function MuteDialog({ open, onClose, own_username }: MuteDialogProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  return (
    <Dialog open={open} onClose={onClose} title={t('blocks.mute_creator')} text={t('blocks.muted_text')}>
      <div className="flex">
        <SearchField
          label={t('blocks.mute_search')}
          clearLabel={t('blocks.mute_clear')}
          search={search}
          onSearch={setSearch}
        />
      </div>
      {open && <Found search={search} own_username={own_username} />}
    </Dialog>
  )
}

function Found({ search, own_username }: { search: string; own_username: string }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useCreatorsToMuteQuery(search)
  const { people } = usePeopleQuery('mutes')
  const { mutate, isPending, variables } = useMuteMutation()
  const isMuted = (username: string) => people.some((person) => person.username === username)
  const creators = data?.filter(({ username }) => username !== own_username)
  const isNobody = search !== '' && creators?.length === 0

  if (isError && !data) {
    return (
      <LoadFailure
        look="bare"
        heading="h3"
        title={t('blocks.failed')}
        retry={t('blocks.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <div aria-busy={isFetching} className="mt-2 min-h-40">
      <p role="status" className={isNobody ? 'py-4 text-mute' : 'sr-only'}>
        {isNobody ? t('blocks.mute_nobody') : creators && t('blocks.mute_found', { count: creators.length })}
      </p>
      <ul aria-label={t('blocks.mute_results')}>
        {creators?.map(({ username, profile_pic }) => (
          <li key={username} className="flex items-center gap-4 border-b border-line py-2.5 last:border-b-0">
            <Avatar name={username} src={portraitUrl(profile_pic)} size={42} lazy />
            <p className="min-w-0 flex-1 truncate font-semibold">{username}</p>
            <Button
              variant="secondary"
              size="sm"
              loading={isPending && variables.username === username}
              onClick={() => mutate({ username, is_muted: isMuted(username) })}
            >
              {t(isMuted(username) ? 'blocks.unmute_short' : 'blocks.mute_short')}
              <span className="sr-only"> {username}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
