import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { greet } from './queries.ts'

/** Signs in with a passkey, without an address. What speaks to the browser is loaded with the press. */
export function PasskeyButton() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const signIn = useSingleMutation({
    mutationFn: async () => {
      const { signInWithPasskey } = await withChunkTimeout(import('./passkey-sign-in.ts'))
      return await signInWithPasskey(client)
    },
    onSuccess: (user) => user && greet(user),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
  return (
    <Button
      variant="secondary"
      wide
      icon={<Fingerprint aria-hidden="true" />}
      loading={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {t('accounts.login.passkey')}
    </Button>
  )
}
