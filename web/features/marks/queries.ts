import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type LeakLookup, marks, type PictureMark } from '#contract/marks.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ownerQueryKeys } from '#web/lib/queries/owner-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { upload } from '#web/publishing/upload.ts'

export function usePictureMarkQuery() {
  return useQuery({
    queryKey: ownerQueryKeys.picture_mark,
    queryFn: ({ signal }) => call(marks.get_picture_mark, undefined, { signal }),
  })
}

export function useSetPictureMarkMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (mark: PictureMark) => call(marks.set_picture_mark, { body: { mark } }),
    onSuccess: (saved) => {
      client.setQueryData(ownerQueryKeys.picture_mark, saved)
      toast({ type: 'success', message: t('marks.saved') })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/** Looks a copy up. Nothing is kept in a cache: each look is written down. */
export function useLeakLookupMutation(isStaff: boolean) {
  const running = useRef<AbortController>(undefined)
  const mutation = useSingleMutation({
    mutationFn: async ({ file, username }: { file: File; username: string }): Promise<LeakLookup> => {
      const controller = new AbortController()
      running.current = controller
      const form = new FormData()
      if (isStaff && username !== '') form.append('username', username)
      form.append('file', file)
      const options = { signal: controller.signal }
      return isStaff
        ? await upload(marks.look_up_any_leak, { form }, options)
        : await upload(marks.look_up_leak, { form }, options)
    },
  })
  return { ...mutation, stop: () => running.current?.abort() }
}
