import { ImagePlus, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

export interface OwnActionsProps {
  onCreatePost: () => void
  /** The dialog it opens is there. */
  isPublishing: boolean
  /** Stands beside the settings, for those who may add stories. */
  addStory?: ReactNode
}

/** What a creator does on their own page. */
export function OwnActions({ onCreatePost, isPublishing, addStory }: OwnActionsProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-6 flex flex-col gap-2">
      <Button
        wide
        icon={<ImagePlus aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={isPublishing}
        onClick={onCreatePost}
      >
        {t('profile.create_post')}
      </Button>
      <div className="flex flex-wrap gap-2 *:flex-1 *:px-4 *:one-line">
        {addStory}
        <ButtonLink to={paths.settings} variant="secondary" icon={<Settings aria-hidden="true" />}>
          {t('profile.settings')}
        </ButtonLink>
      </div>
    </div>
  )
}
