import type { User } from '#contract/accounts.ts'
import { fillName } from '#contract/name-token.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'

interface PreviewProps {
  user: User
  /** The text with the token of the server. */
  text: string
  /** One of the readers; null if there is none. */
  reader: string | null
}

/** The thread as one of the readers sees it. */
export function Preview({ user, text, reader }: PreviewProps) {
  const { t } = useTranslation()
  const name = reader ?? t('broadcasts.a_subscriber')
  const read = fillName(text.trim(), name)
  return (
    <section aria-labelledby="preview-title" className="min-w-0">
      <h2 id="preview-title" className="cue mb-3 wrap-anywhere">
        {t('broadcasts.as_reader', { name })}
      </h2>
      <div className="flex flex-col overflow-hidden rounded-dialog border border-line bg-paper shadow-2 lg:h-130">
        <div className="flex min-h-14.5 items-center gap-3 border-b border-line px-3.5 py-2">
          <Avatar name={user.username} src={portraitUrl(user.profile_pic)} size={34} />
          <span className="truncate text-label font-semibold">{user.username}</span>
        </div>
        <div className="flex min-h-44 flex-1 flex-col overflow-y-auto p-3.5">
          <p className="mt-auto flex items-center gap-3.5 pb-3 font-display text-base leading-none text-mute italic before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('broadcasts.today')}
          </p>
          {read !== '' && (
            <>
              <p
                dir="auto"
                className="bubble-in w-fit max-w-11/12 rounded-bubble rounded-bl-sm px-4 py-2.75 text-label leading-note whitespace-pre-wrap wrap-anywhere"
              >
                {read}
              </p>
              <p className="mt-1.5 text-small text-mute">{t('broadcasts.just_now')}</p>
            </>
          )}
        </div>
        <div aria-hidden="true" className="border-t border-line px-3 pt-2.5 pb-3.5">
          <p className="rounded-pill border border-edge px-4 py-2 text-label text-mute">{t('broadcasts.type_here')}</p>
        </div>
      </div>
    </section>
  )
}
