import { useQueryClient } from '@tanstack/react-query'
import { blocks } from '#contract/blocks.ts'
import type { Input } from '#contract/endpoint.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { blocksChanged } from '#web/lib/queries/blocked-people.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

interface Report {
  body: Input<typeof reports.create_report>['body']
  /** The username of the author, if they are to be blocked too. */
  block: string | null
}

/** Reports first: what is reported is no longer visible after the block. */
export function useReportMutation(onError: (error: Error) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ body, block }: Report) => {
      await call(reports.create_report, { body })
      if (block === null) return
      await call(blocks.block, { body: { username: block } })
      await blocksChanged(client)
    },
    onSuccess: () => toast({ type: 'success', message: t('cases.sent') }),
    onError,
  })
}
