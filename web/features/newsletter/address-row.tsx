import { Check, Trash2 } from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import type { NewsletterAddress } from '#contract/newsletter.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export const PANEL = 'overflow-hidden rounded-card border border-line bg-surface'
const ROW =
  'ring-inside flex items-center gap-x-4 gap-y-1 border-b border-line py-2.5 pr-2 pl-4 last:border-b-0 md:pr-3.5 md:pl-5.5'

/** A newsletter address: since when, in which language, and whether its owner has confirmed it. */
export function AddressRow({ address, onErase }: { address: NewsletterAddress; onErase: () => void }) {
  const { t, language } = useTranslation()
  const { email, locale, created_at } = address
  return (
    <li tabIndex={-1} className={ROW}>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5 md:flex-nowrap">
        <div className="min-w-0 max-md:basis-full md:flex-1">
          <p className="font-semibold wrap-anywhere">{email}</p>
          <p className="text-small text-mute">
            <time dateTime={created_at}>
              {t('newsletter.list.since', { date: dateText(created_at, language, 'day') })}
            </time>
            {' · '}
            {t(`newsletter.list.language_${locale}`)}
          </p>
        </div>
        {address.is_interested_in_creating && (
          <Pill colour="brass" isLong>
            {t('newsletter.list.wish')}
          </Pill>
        )}
        {address.confirmed_at === null ? (
          <Pill>{t('newsletter.list.unconfirmed')}</Pill>
        ) : (
          <Pill colour="ok" icon={<Check aria-hidden="true" />}>
            {t('newsletter.list.confirmed')}
          </Pill>
        )}
      </div>
      <Menu
        label={t('newsletter.list.more_for', { name: email })}
        entries={[
          { label: t('newsletter.list.erase'), icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: onErase },
        ]}
      />
    </li>
  )
}

/** The shape of the addresses while they are loading. */
export function AddressesSkeleton() {
  return (
    <Loading className={`block ${PANEL}`}>
      {['w-44', 'w-36', 'w-52', 'w-40', 'w-32'].map((width) => (
        <div key={width} className="flex h-16 items-center border-b border-line px-4 last:border-b-0 md:px-5.5">
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="ml-auto w-20" />
        </div>
      ))}
    </Loading>
  )
}
