import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { type Profile, profiles } from '#contract/profiles.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { isAborted, upload } from '#web/publishing/upload.ts'

/** Names are looked up without regard to case. */
export function profileQuery(username: string) {
  return queryOptions({
    queryKey: [...queryKeys.profiles, username.toLowerCase()],
    queryFn: ({ signal }) => call(profiles.get_profile, { params: { username } }, { signal }),
  })
}

/** A creator, by their name or by one they had. */
export function useProfileQuery(username: string) {
  return useQuery(profileQuery(username))
}

/** One's own profile. What is being edited outlives a change of name. */
export function useOwnProfileQuery(user: User) {
  return useQuery({
    ...profileQuery(user.username),
    enabled: user.profile_id !== null,
    placeholderData: (before: Profile | undefined) => before,
  })
}

/** Sends what was written; `sent` goes from 0 to 1 while it does. */
export function useSaveProfileMutation(user: User) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [sent, setSent] = useState(0)
  const cancelling = useRef<AbortController>(undefined)
  const isNew = user.profile_id === null

  const mutation = useSingleMutation({
    mutationFn: (form: FormData) => {
      const controller = new AbortController()
      cancelling.current = controller
      setSent(0)
      return upload(
        profiles.put_profile,
        { params: { id: user.id }, form },
        { signal: controller.signal, onProgress: setSent },
      )
    },
    onSuccess: (profile) => {
      toast({ type: 'success', message: isNew ? t('settings.created') : t('settings.updated') })
      // The profile is there before the user is told to have one, or the editor would wait for it.
      client.setQueryData(profileQuery(profile.username).queryKey, profile)
      client.setQueryData<User>(
        queryKeys.user,
        (now) => now && { ...now, profile_id: profile.id, profile_pic: profile.profile_pic },
      )
      // Whoever has a profile may have more rights; and the picture stands beside every post.
      if (isNew) void client.invalidateQueries({ queryKey: queryKeys.user })
      void client.invalidateQueries({ queryKey: queryKeys.posts })
    },
    onError: (error) => {
      // Whoever cancels knows that nothing was saved.
      if (!isAborted(error)) {
        toast({ type: 'error', message: isNew ? t('settings.create_failed') : t('settings.update_failed') })
      }
    },
  })

  return { ...mutation, sent, cancel: () => cancelling.current?.abort() }
}
