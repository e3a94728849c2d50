import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { type Profile, profiles } from '#contract/profiles.ts'
import { call } from '#web/lib/api.ts'
import { holdFormFile, readFormFile } from '#web/lib/form-drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ownerQueryKeys } from '#web/lib/queries/owner-query-keys.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { isAborted, upload } from '#web/publishing/upload.ts'

/** The key is in lower case, because usernames are case-insensitive. */
export function profileQuery(username: string) {
  return queryOptions({
    queryKey: [...queryKeys.profiles, username.toLowerCase()],
    queryFn: ({ signal }) => call(profiles.get_profile, { params: { username }, query: {} }, { signal }),
  })
}

/** A profile by its current or a former username. */
export function useProfileQuery(username: string) {
  return useQuery(profileQuery(username))
}

/** The member's own profile. The former data stays as a placeholder after a rename, so that the editor keeps its edits. */
export function useOwnProfileQuery(user: User) {
  return useQuery({
    ...profileQuery(user.username),
    enabled: user.profile_id !== null,
    placeholderData: (before: Profile | undefined) => before,
  })
}

/** One's own profile as a member without a subscription gets it. */
export function useProfileAsVisitorQuery(username: string) {
  return useQuery({
    queryKey: [...ownerQueryKeys.page_as_visitor, 'profile', username.toLowerCase()],
    queryFn: ({ signal }) => call(profiles.get_profile, { params: { username }, query: { as: 'visitor' } }, { signal }),
  })
}

/** Saves the profile with upload progress: `sent` goes from 0 to 1. */
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
    onSuccess: (profile, form) => {
      // The editor may be closed by now.
      if (form.get('profile_pic') === readFormFile(user.id, 'profile')) holdFormFile(user.id, 'profile', null)
      toast({ type: 'success', message: isNew ? t('profiles.editor.created') : t('profiles.editor.updated') })
      // The profile must be in the cache before the user gets a profile id, or the editor would fetch it.
      client.setQueryData(profileQuery(profile.username).queryKey, profile)
      client.setQueryData<User>(
        queryKeys.user,
        (now) => now && { ...now, profile_id: profile.id, profile_pic: profile.profile_pic },
      )
      // A creator may have more rights than before, and posts contain the profile picture.
      if (isNew) void client.invalidateQueries({ queryKey: queryKeys.user })
      void client.invalidateQueries({ queryKey: queryKeys.posts })
    },
    onError: (error) => {
      // A cancelled upload needs no message.
      if (!isAborted(error)) {
        toast({
          type: 'error',
          message: isNew ? t('profiles.editor.create_failed') : t('profiles.editor.update_failed'),
        })
      }
    },
  })

  return { ...mutation, sent, cancel: () => cancelling.current?.abort() }
}
