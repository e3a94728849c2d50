import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import { paths } from '#contract/paths.ts'
import loges from '#web/assets/loges-small.avif'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { initialOf } from '#web/ui/pictures/initial-of.ts'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { useInvitationQuery } from './queries.ts'

/** The card of a creator for a visitor who followed a link. Signing up and logging in both lead to that page. */
export function InvitationCard({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { data: invitation, isError } = useInvitationQuery(username)

  if (isError) return null
  if (!invitation) return <div aria-hidden="true" className="invitation" />
  const { username: name, bio } = invitation
  return (
    <section aria-labelledby={id} className="invitation">
      <div aria-hidden="true" className="invitation-stage">
        <div className="invitation-boxes">
          <div className="arch invitation-side">
            <Picture path={invitation.picture} sizes="118px" otherwise={<img src={loges} alt="" />} />
          </div>
          <div className="arch invitation-middle bg-brass-wash">
            <Picture
              path={invitation.profile_pic}
              sizes="(min-width: 768px) 204px, 60vw"
              otherwise={
                <span className="grid size-full place-items-center font-display text-initial-3xl text-brass-ink">
                  {initialOf(name)}
                </span>
              }
            />
          </div>
          <div className="arch curtain invitation-side">
            <span className="curtain-stage" />
            <span className="absolute inset-x-0 bottom-5.5 grid justify-items-center">
              <Seal size="sm" />
            </span>
          </div>
        </div>
        <div className="balustrade" />
      </div>
      <div className="invitation-words">
        <p className="cue">{t('invitations.cue')}</p>
        <h2 id={id} className="invitation-title mt-1.5 wrap-anywhere">
          {t('invitations.title', { username: name })} <em>{t('invitations.title_end')}</em>
        </h2>
        {bio !== '' && (
          <p dir="auto" className="mt-3.5 line-clamp-4 max-w-130 text-large text-pretty wrap-anywhere text-soft">
            {t('invitations.bio', { bio })}
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3 max-md:flex-col">
          <ButtonLink to={paths.signup}>{t('invitations.sign_up')}</ButtonLink>
          <ButtonLink to={paths.login} variant="secondary">
            {t('invitations.log_in')}
          </ButtonLink>
        </div>
        <p className="mt-3.5 text-small wrap-anywhere text-mute">{t('invitations.free', { username: name })}</p>
      </div>
      {/* On phones it lies on the pictures. */}
      <div className="absolute top-3.5 right-3.5">
        <IconButton
          label={t('invitations.close')}
          className="max-md:bg-viewer/55! max-md:text-ivory!"
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  )
}

interface PictureProps {
  path: string | null
  sizes: string
  otherwise: React.ReactNode
}

function Picture({ path, sizes, otherwise }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  if (path === null || isBroken) return otherwise
  return (
    <img
      src={mediaUrl(path)}
      srcSet={IMAGE_WIDTHS.map((width) => `${mediaUrl(path, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt=""
      className="object-face"
      onError={() => setBroken(true)}
    />
  )
}
