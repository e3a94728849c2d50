import { MessageCircle } from 'lucide-react'
import { useRef, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useFirstMessage } from '#web/lib/drafts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { useNearView } from '#web/ui/pictures/use-near-view.ts'
import { useCanMessageQuery } from './compose-access.ts'
import type { Addressee } from './compose-dialog.tsx'
import { LazyComposeDialog } from './compose-lazy.ts'

export interface MessageButtonProps {
  creator: Addressee
  /** An icon beside others, the round one of a profile, words beside another button, or a wide button of its own. */
  look: 'icon' | 'round' | 'words' | 'wide'
}

/** Of a long feed, only the creators who are near to being seen are asked about. */
const ASKED_AHEAD_PX = 200

/** What the words take below the button. */
const ROOM_PX = 70

/** The prices stand above the round one. */
function awayFromTickets({ bottom }: DOMRect) {
  return innerHeight - bottom >= ROOM_PX ? 'bottom' : 'right'
}

/**
 * Writes to a creator, for those who may; to the others it says who may. Not for one's own content. Where there is a
 * conversation already it leads there, unless a letter was begun in the dialog.
 */
export function MessageButton({ creator, look }: MessageButtonProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const navigate = useNavigate()
  const draft = useFirstMessage(creator.id)
  useNearView(place, ASKED_AHEAD_PX, isNear ? null : () => setNear(true))
  const { data, error } = useCanMessageQuery(creator.id, { enabled: isNear })
  const isAllowed = data?.can_message === true
  const reason = data?.can_message === false ? t('conversations.subscribe_to_send') : error && errorText(error)

  const thread = draft.text.trim() === '' ? data?.conversation_id : undefined

  function press() {
    if (!isAllowed) return
    if (thread === undefined || isWriting) setWriting(true)
    else void navigate(generatePath(paths.conversation, { id: thread }))
  }

  const shared = {
    ...(thread === undefined && { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isWriting }),
    // It can still be focused, so that the tooltip can say why.
    'aria-disabled': !isAllowed,
    onClick: press,
  }
  return (
    <>
      <Tooltip ref={place} text={reason} side={look === 'round' ? awayFromTickets : 'top'}>
        {(describedBy) =>
          look === 'wide' || look === 'words' ? (
            <Button
              {...shared}
              variant={look === 'wide' ? 'primary' : 'secondary'}
              wide={look === 'wide'}
              className={cx(look === 'words' && 'px-4.5!')}
              icon={<MessageCircle aria-hidden="true" />}
              aria-describedby={describedBy}
            >
              {t('conversations.message')}
            </Button>
          ) : (
            <IconButton
              {...shared}
              label={t('conversations.message')}
              look={look === 'round' ? 'filled' : 'plain'}
              aria-describedby={describedBy}
            >
              <MessageCircle aria-hidden="true" />
            </IconButton>
          )
        }
      </Tooltip>
      <LazyComposeDialog key={creator.id} creator={creator} open={isWriting} onClose={() => setWriting(false)} />
    </>
  )
}
