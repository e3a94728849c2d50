import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Profile } from '#contract/profiles.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { subscriptionEnded } from '#web/lib/queries/subscription-access.ts'
import { useExpiry } from '#web/lib/use-expiry.ts'
import { Button } from '#web/ui/button.tsx'
import { PriceOptions } from '#web/ui/forms/price-options.tsx'
import { PERIOD_LABELS } from './price-fields.tsx'
import { PRICE_NAMES, type PriceName } from './profile-draft.ts'
import { profileQuery } from './queries.ts'

export interface SubscribeBoxProps {
  profile: Profile
  /** The button that opens a conversation with the creator. */
  message: ReactNode
  /** Opens the box office for a price option. Left out where nothing can be bought. */
  onBuy?: ((price: PriceName) => void) | undefined
  /** Whether `onBuy` opens a dialog. */
  opensDialog?: boolean
  /** Called after the button has said that nothing can be bought. */
  onUnavailable?: () => void
  /** What is below the button. */
  children?: ReactNode
}

/** What everybody but the creator sees: the price options and the subscribe button. Subscribers have nothing to choose. */
export function SubscribeBox(props: SubscribeBoxProps) {
  const { profile, message, onBuy, opensDialog = true, onUnavailable, children } = props
  const { t, language } = useTranslation()
  const [chosen, setChosen] = useState<PriceName>('month_subscription')
  useSubscriptionBegin(profile)
  useSubscriptionEnd(profile)

  function subscribe() {
    if (onBuy) return onBuy(chosen)
    // Without a payment provider the button only says so.
    window.alert(t('profiles.unavailable'))
    onUnavailable?.()
  }

  return (
    <div className="mt-5.5 flex flex-col gap-3.5">
      {!profile.suscribed && (
        <PriceOptions
          legend={t('profiles.prices')}
          options={PRICE_NAMES.map((name) => ({
            value: name,
            time: t(PERIOD_LABELS[name]),
            price: euros(profile[name], language),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <div className="flex flex-wrap gap-2 [&_button]:min-h-12 [&_button]:min-w-12">
        {profile.suscribed ? (
          <Button className="flex-auto" disabled icon={<Check aria-hidden="true" />}>
            {t('profiles.subscribed')}
          </Button>
        ) : (
          <Button
            className="flex-auto"
            onClick={subscribe}
            {...(onBuy && opensDialog && { 'aria-haspopup': 'dialog' as const })}
          >
            {t('profiles.subscribe')}
          </Button>
        )}
        {message}
      </div>
      {children}
    </div>
  )
}

/**
 * Fetches what was locked when an answer says that a subscription has begun: the live event that says so may be lost with
 * the connection, and the profile is asked for again when its tab is looked at.
 */
function useSubscriptionBegin({ suscribed }: Profile): void {
  const client = useQueryClient()
  const before = useRef(suscribed)
  useEffect(() => {
    if (suscribed && !before.current) subscriptionEnded(client)
    before.current = suscribed
  }, [client, suscribed])
}

/** Updates an open page when the subscription ends, and then refetches, because the server decides. */
function useSubscriptionEnd({ username, suscribed_until }: Profile): void {
  const client = useQueryClient()
  useExpiry(suscribed_until, {
    onEnd() {
      client.setQueryData(
        profileQuery(username).queryKey,
        (profile) => profile && { ...profile, suscribed: false, suscribed_until: null },
      )
      subscriptionEnded(client)
    },
    onWrongClock: () => subscriptionEnded(client),
  })
}
