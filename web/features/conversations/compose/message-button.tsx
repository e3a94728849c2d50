import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useRef, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { conversations } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#web/lib/api.ts'
import { useFirstMessage } from '#web/lib/drafts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { useNearView } from '#web/ui/pictures/use-near-view.ts'
import type { Recipient } from './compose-dialog.tsx'

/** Code splitting: the dialog is fetched when it is opened for the first time. */
const LazyComposeDialog = lazyOverlay(async () => (await import('./compose-dialog.tsx')).ComposeDialog)

export interface MessageButtonProps {
  creator: Recipient
  /** `icon` in a row of icons, `round` on a profile, `words` beside another button, `wide` alone in its row. */
  look: 'icon' | 'round' | 'words' | 'wide'
}

/** In a long feed the query runs only for creators this close to the viewport. */
const FETCH_MARGIN_PX = 200

/** The height of the tooltip below the button. */
const TOOLTIP_HEIGHT_PX = 70

/** Places the tooltip of the round button below or beside it, because the price options are above it. */
function awayFromPriceOptions({ bottom }: DOMRect) {
  return innerHeight - bottom >= TOOLTIP_HEIGHT_PX ? 'bottom' : 'right'
}

/**
 * Button that writes to a creator. It is disabled for viewers who may not write, with the reason in a tooltip; it is not
 * for the viewer's own content. It opens the existing conversation, unless the dialog has a draft.
 */
export function MessageButton({ creator, look }: MessageButtonProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const navigate = useNavigate()
  const draft = useFirstMessage(creator.id)
  useNearView(place, FETCH_MARGIN_PX, isNear ? null : () => afterFirstView(() => setNear(true)))
  const { data, error } = useCanMessageQuery(creator.id, { enabled: isNear })
  const isAllowed = data?.can_message === true
  const reason = data?.can_message === false ? t('conversations.subscribe_to_send') : error && errorText(error)

  const thread = draft.text.trim() === '' ? data?.conversation_id : undefined

  function press() {
    if (!isAllowed) return
    if (thread === undefined || isDialogOpen) setDialogOpen(true)
    else void navigate(generatePath(paths.conversation, { id: thread }))
  }

  const shared = {
    ...(thread === undefined && { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isDialogOpen }),
    // `disabled` would prevent the focus, and with it the tooltip that says why.
    'aria-disabled': !isAllowed,
    onClick: press,
  }
  return (
    <>
      <Tooltip ref={place} text={reason} side={look === 'round' ? awayFromPriceOptions : 'top'}>
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
      <LazyComposeDialog key={creator.id} creator={creator} open={isDialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  )
}

/** Whether the viewer may write to this creator, and their conversation if there is one. */
function useCanMessageQuery(creator_id: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [...queryKeys.can_message, creator_id],
    queryFn: ({ signal }) => call(conversations.can_message, { params: { creatorId: creator_id } }, { signal }),
    enabled,
  })
}
