import { MessageCircle } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

export interface MessageButtonProps {
  /** An icon beside others, the round one of a profile, or a wide button with words. */
  look: 'icon' | 'round' | 'wide'
}

/** Writes to a creator. Nobody can yet, so it only says who could. */
export function MessageButton({ look }: MessageButtonProps) {
  const { t } = useTranslation()
  return (
    <Tooltip text={t('conversations.subscribe_to_send')}>
      {(describedBy) =>
        look === 'wide' ? (
          <Button icon={<MessageCircle aria-hidden="true" />} aria-disabled aria-describedby={describedBy} wide>
            {t('conversations.message')}
          </Button>
        ) : (
          <IconButton
            label={t('conversations.message')}
            look={look === 'round' ? 'filled' : 'plain'}
            aria-disabled
            aria-describedby={describedBy}
          >
            <MessageCircle aria-hidden="true" />
          </IconButton>
        )
      }
    </Tooltip>
  )
}
