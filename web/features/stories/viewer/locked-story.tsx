import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Curtain } from '#web/ui/pictures/curtain.tsx'

/** The curtain before a story that is for subscribers. Presses beside the button go through to the picture's three thirds. */
export function LockedStory({ username }: { username: string }) {
  const { t } = useTranslation()
  return (
    <Curtain
      className="pointer-events-none absolute! inset-0"
      title={t('stories.private')}
      lines={[t('ui.private_content_how')]}
      action={
        <ButtonLink
          to={generatePath(paths.profile, { username })}
          variant="ivory"
          size="sm"
          className="pointer-events-auto"
        >
          {t('ui.subscribe_now')}
        </ButtonLink>
      }
    />
  )
}
