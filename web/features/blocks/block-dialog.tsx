import { Ban, BellOff, EyeOff, type LucideIcon, MessageCircleOff, Ticket } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useBlockMutation } from './queries.ts'

type Effect = readonly [
  `effect_${'hidden' | 'closed' | 'subscriber' | 'paying_subscriber' | 'own' | 'own_paid' | 'silent'}`,
  LucideIcon,
]

/** What a block does to a ticket depends on whether it can have been bought. */
function effectsOf({ isCreator, sells }: Pick<BlockDialogProps, 'isCreator' | 'sells'>): Effect[] {
  const subscriber: Effect = [sells ? 'effect_paying_subscriber' : 'effect_subscriber', Ticket]
  return [
    ['effect_hidden', EyeOff],
    ['effect_closed', MessageCircleOff],
    ...(isCreator ? [subscriber] : []),
    [sells ? 'effect_own_paid' : 'effect_own', Ticket],
    ['effect_silent', BellOff],
  ]
}

export interface BlockDialogProps {
  open: boolean
  onClose: () => void
  username: string
  /** Whether the viewer can have subscribers. */
  isCreator: boolean
  /** Whether something can be bought in this house. */
  sells: boolean
}

/** Says what a block does, and asks. The profile page of somebody who is blocked is left. */
export function BlockDialog({ open, onClose, username, isCreator, sells }: BlockDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { mutate, isPending, error, reset } = useBlockMutation(useToastAfterClose(open))

  function block() {
    const isTheirPage = decodeURIComponent(pathname).toLowerCase() === `/${username.toLowerCase()}`
    mutate(username, {
      onSuccess: () => {
        onClose()
        if (isTheirPage) void navigate(paths.home)
      },
    })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('blocks.dialog_title', { username })}
      words={{ keep: t('blocks.keep'), confirm: t('blocks.confirm') }}
      icon={<Ban aria-hidden="true" />}
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={block}
    >
      <ul className="flex flex-col gap-3.5">
        {effectsOf({ isCreator, sells }).map(([effect, Icon]) => (
          <li key={effect} className="flex gap-3.5 text-pretty">
            <Icon aria-hidden="true" className="mt-0.5 size-icon-lg flex-none stroke-icon text-mute" />
            {t(`blocks.${effect}`)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
