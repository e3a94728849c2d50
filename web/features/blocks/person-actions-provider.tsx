import { Ban, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { loadNamespace, useTranslation } from '#web/lib/i18n/i18n.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { PersonActionsContext } from '#web/ui/person-actions.ts'
import type { BlockDialogProps } from './block-dialog.tsx'
import { useMuteMutation, useUnblockMutation } from './queries.ts'

/** Code splitting: few members ever open it. */
const LazyBlockDialog = lazyOverlay(async () => {
  const [{ BlockDialog }] = await Promise.all([import('./block-dialog.tsx'), loadNamespace('blocks/safety')])
  return BlockDialog
})

interface PersonActionsProviderProps extends Pick<BlockDialogProps, 'isCreator' | 'sells'> {
  children: ReactNode
}

/** Gives all menus of members the entries that mute and block a person, and draws the dialog that asks first. */
export function PersonActionsProvider({ isCreator, sells, children }: PersonActionsProviderProps) {
  const { t, language } = useTranslation()
  const [username, setUsername] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { mutate: mute } = useMuteMutation()
  const { mutate: unblock, isPending: isUnblocking } = useUnblockMutation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of the entries depend on the language
  const actions = useMemo(
    () => ({
      muteEntry: (username: string, is_muted: boolean) => ({
        label: t(is_muted ? 'blocks.unmute' : 'blocks.mute', { username }),
        icon: is_muted ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />,
        onSelect: () => mute({ username, is_muted }),
      }),
      blockEntry: (username: string) => ({
        label: t('blocks.block'),
        icon: <Ban aria-hidden="true" />,
        danger: true,
        onSelect: () => {
          setUsername(username)
          setOpen(true)
        },
      }),
      unblock: (username: string) => unblock(username),
      isUnblocking,
      isAsking: isOpen,
    }),
    [t, language, mute, unblock, isUnblocking, isOpen],
  )

  return (
    <PersonActionsContext value={actions}>
      {children}
      <LazyBlockDialog
        username={username}
        isCreator={isCreator}
        sells={sells}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </PersonActionsContext>
  )
}
