import { useState } from 'react'
import type { Checkout } from '#contract/payments.ts'
import type { Profile } from '#contract/profiles.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { TicketDialog } from '#web/ui/overlays/ticket-dialog.tsx'
import { Portrait } from '#web/ui/pictures/portrait.tsx'
import { BoxOfficeForm } from './box-office-form.tsx'
import type { Period } from './periods.ts'

export interface BoxOfficeProps {
  profile: Profile
  checkout: Checkout
  /** The username of the viewer. */
  fan: string
  /** The chosen ticket; undefined while the box office is closed. */
  period: Period | undefined
  onChoose: (period: Period) => void
  open: boolean
  onClose: () => void
}

/** The box office: a large ticket over the profile, with what it costs, what renews, and the consent. */
export function BoxOffice({ profile, checkout, fan, period, onChoose, open, onClose }: BoxOfficeProps) {
  const { t } = useTranslation()
  // The last choice stays visible while the dialog closes.
  const [shown, setShown] = useState<Period>(period ?? 'month')
  if (period && period !== shown) setShown(period)
  return (
    <TicketDialog
      open={open}
      onClose={onClose}
      cue={t('payments.office.cue')}
      title={t('payments.office.title', { name: profile.name })}
      portrait={<Portrait name={profile.name} path={profile.profile_pic} sizes="62px" />}
      stub={<Stub profile={profile} fan={fan} />}
    >
      <BoxOfficeForm profile={profile} checkout={checkout} period={shown} onChoose={onChoose} />
    </TicketDialog>
  )
}

/** The creator on the balustrade. Everything is said again beside it, so screen readers skip it. */
function Stub({ profile, fan }: { profile: Profile; fan: string }) {
  const { t } = useTranslation()
  return (
    <div aria-hidden="true" className="flex flex-1 flex-col">
      <p className="cue">{t('payments.office.cue')}</p>
      <div className="office-portrait">
        <Portrait name={profile.name} path={profile.profile_pic} sizes="212px" />
      </div>
      <div className="balustrade" />
      <div className="mt-auto flex flex-col items-center px-6 pt-6 pb-7.5">
        <p className="t2 wrap-anywhere">{profile.name}</p>
        <p className="mt-1 text-label text-soft">{t('payments.office.one_seat')}</p>
        <div className="office-lights" />
        <p className="num text-label wrap-anywhere text-mute">{t('payments.office.fan', { username: fan })}</p>
      </div>
    </div>
  )
}
