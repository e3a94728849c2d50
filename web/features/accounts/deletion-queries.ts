import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { account } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { forgetReturnTo } from '#web/lib/return-to.ts'
import { clearToken } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'
import { SIGN_OUT } from './sign-out.ts'

/** The session is over on every device. Who was just here is told until when logging in brings them back; a mail says it too. */
export function useDeleteAccount(onGone: () => void) {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: async (current_password: string) => {
      // What is still being asked would be answered after the session's end.
      await client.cancelQueries()
      const { erased_at } = await call(account.request_deletion, { body: { current_password } })
      onGone()
      await navigate(paths.discover)
      clearToken()
      forgetReturnTo()
      const date = new Date(erased_at).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
      toast({ type: 'info', message: t('account.deletion.until', { date }) })
    },
  })
}
