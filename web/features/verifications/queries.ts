import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { verifications } from '#contract/verifications.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { type UploadOptions, upload } from '#web/publishing/upload.ts'

/** How far the creator's verification is. */
export function useVerificationQuery() {
  return useQuery({
    queryKey: queryKeys.verification,
    queryFn: ({ signal }) => call(verifications.get_verification, undefined, { signal }),
  })
}

/** Sends what is needed to be verified. */
export function useSendVerificationMutation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ form, ...options }: UploadOptions & { form: FormData }) =>
      upload(verifications.send_verification, { form }, options),
    onSuccess: (verification) => {
      client.setQueryData(queryKeys.verification, verification)
      void client.invalidateQueries({ queryKey: queryKeys.balance })
    },
  })
}
