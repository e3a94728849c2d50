import { ArrowLeft, Ban, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Counterpart } from '#web/features/conversations/thread-people.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import type { CableStatus } from '#web/lib/live/cable.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { PersonMenu } from '#web/ui/overlays/person-menu.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useCableStatus } from './thread-live.ts'

interface ThreadHeaderProps {
  other: Counterpart
  back: string
  /** A closed conversation gets no live events, and "connected" below the name would look like the state of that person. */
  isClosed: boolean
  /** The viewer blocks the other participant. */
  isBlocked: boolean
  /** Further buttons. */
  action?: ReactNode
}

/** The other participant, the link back, and the status of the live connection. */
export function ThreadHeader({ other, back, isClosed, isBlocked, action }: ThreadHeaderProps) {
  const { t } = useTranslation()
  return (
    <HeaderBar back={back}>
      <Avatar name={other.known_name ?? ''} src={portraitUrl(other.profile_pic)} size={46} />
      <div className="min-w-0 flex-1">
        <h1 className="truncate leading-title font-semibold">
          {other.username === null ? (
            other.name
          ) : (
            <Link
              to={generatePath(paths.profile, { username: other.username })}
              className="rounded-sm decoration-1 underline-offset-3 hover:underline"
            >
              {other.name}
            </Link>
          )}
        </h1>
        {!isClosed && <ConnectionStatus />}
        {isBlocked && (
          <p className="flex items-center gap-2 text-small font-semibold text-mute">
            <Ban aria-hidden="true" className="size-icon-xs flex-none" />
            {t('blocks.blocked')}
          </p>
        )}
      </div>
      {action}
      {!isBlocked && other.known_name !== null && (
        <PersonMenu
          username={other.known_name}
          reported={{
            kind: 'profile',
            name: other.known_name,
            username: other.known_name,
            profile_pic: other.profile_pic,
            text: '',
          }}
        />
      )}
    </HeaderBar>
  )
}

export function HeaderBar({ back, children }: { back: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-16 flex-none items-center gap-3 border-b border-line py-2 pr-3 pl-1 md:min-h-19 md:px-6 md:py-3">
      <Link
        to={back}
        aria-label={t('conversations.thread.back')}
        className="grid size-11 flex-none place-items-center rounded-full transition-colors hover:bg-sunken [&>svg]:size-icon-xl [&>svg]:stroke-icon"
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      {children}
    </div>
  )
}

const STATUS_LOOKS: Record<CableStatus, { colour: string; icon: ReactNode }> = {
  connecting: { colour: 'text-warn', icon: <Spinner className="size-3! border-2!" /> },
  connected: { colour: 'text-ok', icon: <span className="size-2 flex-none rounded-full bg-current" /> },
  disconnected: { colour: 'text-err', icon: <WifiOff aria-hidden="true" className="size-icon-xs flex-none" /> },
}

/** Each status has its own icon and word, because colour alone is not accessible. Changes are announced. */
function ConnectionStatus() {
  const { t } = useTranslation()
  const status = useCableStatus()
  const { colour, icon } = STATUS_LOOKS[status]
  return (
    <p role="status" className={cx('flex items-center gap-2 text-small font-semibold', colour)}>
      {icon}
      {t(`conversations.thread.status.${status}`)}
    </p>
  )
}
