import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Curtain } from '#web/ui/pictures/curtain.tsx'
import type { ComposedPicture } from './composition.ts'
import { PictureView } from './picture-view.tsx'

interface AudienceChoiceProps {
  cover: ComposedPicture | undefined
  count: number
  isProtected: boolean
  onChange: (isProtected: boolean) => void
}

/** Who may see a post: everybody sees the cover, others the curtain. */
export function AudienceChoice({ cover, count, isProtected, onChange }: AudienceChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-2 text-label leading-label font-semibold">{t('drafts.audience')}</legend>
      <div className="audience-choice">
        {[false, true].map((value) => (
          <label key={String(value)}>
            <input
              type="radio"
              name="audience"
              className="sr-only"
              checked={isProtected === value}
              onChange={() => onChange(value)}
            />
            <span aria-hidden="true" className="audience-choice-arch">
              {value ? (
                <Curtain size="bare" className="size-full" />
              ) : (
                cover && <PictureView picture={cover} ratio={4 / 5} width={480} />
              )}
            </span>
            <span>{t(value ? 'drafts.subscribers' : 'drafts.everybody')}</span>
          </label>
        ))}
      </div>
      {isProtected && <p className="mt-2 text-small text-mute">{t('drafts.behind', { count: Math.max(1, count) })}</p>}
    </fieldset>
  )
}
