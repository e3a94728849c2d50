import { CircleDashed, ImagePlus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { openCreation, useOpenedCreation } from '#web/publishing/creation.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { CustomMenu, type MenuTrigger } from '#web/ui/overlays/menu.tsx'

const LazyCreatePostDialog = lazyOverlay(
  async () => (await import('#web/features/posts/publish/create-post-dialog.tsx')).CreatePostDialog,
)
const LazyCreateStoryDialog = lazyOverlay(
  async () => (await import('#web/features/stories/publish/create-story-dialog.tsx')).CreateStoryDialog,
)

export interface CreateMenuProps {
  user: User
  /** Render prop: the button, in the look of the bar that it stands in. */
  children: (trigger: MenuTrigger, label: string) => ReactNode
}

/** What a creator can begin on every page. Who may only publish posts gets the dialog at once. */
export function CreateMenu({ user, children }: CreateMenuProps) {
  const { t } = useTranslation()
  const opened = useOpenedCreation()
  const label = t('menu.create')
  if (!user.can_add_stories) {
    return children(
      { 'aria-haspopup': 'dialog', 'aria-expanded': opened === 'post', onClick: () => openCreation('post') },
      label,
    )
  }
  return (
    <CustomMenu
      label={label}
      entries={[
        {
          label: t('posts.publish.create'),
          icon: <ImagePlus aria-hidden="true" />,
          onSelect: () => openCreation('post'),
        },
        {
          label: t('stories.create_title'),
          icon: <CircleDashed aria-hidden="true" />,
          onSelect: () => openCreation('story'),
        },
      ]}
    >
      {(trigger) => children(trigger, label)}
    </CustomMenu>
  )
}

const close = () => openCreation(null)

/** The dialogs for something new, over every page of a creator. */
export function CreateDialogs({ user }: { user: User }) {
  const opened = useOpenedCreation()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link in the dialog, or Back, leaves it behind
  useEffect(() => close, [pathname])
  return (
    <>
      <LazyCreatePostDialog user_id={user.id} open={opened === 'post'} onClose={close} />
      {user.can_add_stories && <LazyCreateStoryDialog user_id={user.id} open={opened === 'story'} onClose={close} />}
    </>
  )
}
