import { ChevronRight, Fingerprint, KeyRound, LockKeyhole, type LucideIcon, QrCode } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import loges from '#web/assets/loges.avif'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { clearToken } from '#web/lib/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { useFactorDialogs } from './factor-settings.tsx'
import { useFactorsQuery } from './queries.ts'

/** In place of every page of staff, for a session without a second factor: the two ways to open the door. */
export function StaffSecondLock({ email, isShut }: { email: string; isShut: boolean }) {
  const { t } = useTranslation()
  usePageTitle(t('second_factors.door.tab'))
  const { data } = useFactorsQuery()
  const { start, dialogs } = useFactorDialogs(email, data?.asks_password ?? true)
  return (
    <div className="mx-auto grid w-full max-w-content flex-1 items-center gap-x-20 gap-y-8 px-4 py-8 md:grid-cols-5 md:px-8 md:py-14">
      <div className="relative mx-auto w-44 md:col-span-2 md:w-full">
        <Arch ratio="4/5">
          <img src={loges} alt="" className="size-full object-cover" />
        </Arch>
        <span className="absolute inset-x-0 bottom-8 flex justify-center">
          <Seal />
          <Seal icon={<KeyRound />} className="-ml-3" />
        </span>
      </div>
      <div className="md:col-span-3">
        <p className="font-display text-title-sm text-brass-ink italic">{t('second_factors.door.cue')}</p>
        <h1 className="d-l mt-1 text-page">
          {t('second_factors.door.title')} <em className="italic">{t('second_factors.door.locks')}</em>
        </h1>
        <p className="mt-3.5 max-w-125 text-large text-soft">{t('second_factors.door.text')}</p>
        {!isShut ? (
          <div className="mt-6.5 flex flex-col items-start gap-3">
            <p className="font-semibold text-ok">{t('second_factors.door.opened')}</p>
            <ButtonLink to={paths.admin_users}>{t('second_factors.door.enter')}</ButtonLink>
          </div>
        ) : data && !data.may_change ? (
          <div className="mt-6.5 flex flex-col items-start gap-3">
            <p>{t('second_factors.door.again')}</p>
            <Button
              icon={<LockKeyhole aria-hidden="true" />}
              onClick={() => {
                clearToken()
                location.assign(paths.login)
              }}
            >
              {t('second_factors.sign_in_again')}
            </Button>
          </div>
        ) : (
          <div className="mt-6.5 flex max-w-110 flex-col gap-3">
            <Way
              isFirst
              icon={Fingerprint}
              title={t('second_factors.door.passkey')}
              text={t('second_factors.door.passkey_text')}
              onPress={() => start({ kind: 'add_passkey' })}
            />
            <Way
              icon={QrCode}
              title={t('second_factors.door.app')}
              text={t('second_factors.door.app_text')}
              onPress={() => start({ kind: 'link_app' })}
            />
          </div>
        )}
        {isShut && <p className="mt-4.5 max-w-115 text-small text-mute">{t('second_factors.door.until')}</p>}
      </div>
      {dialogs}
    </div>
  )
}

interface WayProps {
  icon: LucideIcon
  title: string
  text: string
  isFirst?: boolean
  onPress: () => void
}

function Way({ icon: Icon, title, text, isFirst = false, onPress }: WayProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'flex cursor-pointer items-center gap-4 rounded-card border bg-surface px-4.5 py-4 text-left hover:bg-sunken',
        isFirst ? 'border-garnet-ink' : 'border-edge',
      )}
    >
      <Icon aria-hidden="true" className="size-6 flex-none stroke-icon text-garnet-ink" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-small text-mute">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-icon-md flex-none" />
    </button>
  )
}
