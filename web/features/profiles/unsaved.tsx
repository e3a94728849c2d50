import type { Profile } from '#contract/profiles.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { TIMES } from './price-fields.tsx'
import { changedFields, type DraftField, maySave, type ProfileDraft } from './profile-draft.ts'

/** Why there is something to save, or what is missing before there can be. */
export function Unsaved({ profile, draft }: { profile: Profile | null; draft: ProfileDraft }) {
  const { t, language } = useTranslation()

  function nameOf(field: DraftField): string {
    if (field === 'profile_pic') return t('settings.picture_part')
    return field === 'bio' ? t('settings.bio_part') : t('settings.price_of', { time: t(TIMES[field]) })
  }

  function words(): string {
    if (profile === null) return maySave(profile, draft) ? '' : t('settings.picture_first')
    const changed = changedFields(profile, draft)
    const parts = new Intl.ListFormat(language).format(changed.map(nameOf))
    return changed.length > 0 ? t('settings.unsaved', { parts }) : ''
  }

  return <p className="text-small text-mute">{words()}</p>
}
