import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Curtain, type CurtainProps } from '#web/ui/pictures/curtain.tsx'

export interface LockedPictureProps extends Pick<CurtainProps, 'size' | 'opening' | 'onOpened' | 'className'> {
  /** Whose page the way to a subscription leads to. */
  username: string
}

/** The curtain in front of a picture that this viewer may not see. There is nothing behind it: nothing was fetched. */
export function LockedPicture({ username, ...curtain }: LockedPictureProps) {
  const { t } = useTranslation()
  return (
    <Curtain
      {...curtain}
      action={
        <ButtonLink to={generatePath(paths.profile, { username })} variant="ivory" size="sm">
          {t('ui.subscribe_now')}
        </ButtonLink>
      }
    />
  )
}
