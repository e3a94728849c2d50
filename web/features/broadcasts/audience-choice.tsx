import { AUDIENCES, type AudienceName } from '#contract/broadcasts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface AudienceChoiceProps {
  value: AudienceName
  onChange: (audience: AudienceName) => void
  /** How many people are in each; undefined while they are counted. */
  counts: ReadonlyMap<AudienceName, number> | undefined
}

/** Whom a message is for, with the number of people. */
export function AudienceChoice({ value, onChange, counts }: AudienceChoiceProps) {
  const { t, language } = useTranslation()
  const hints: Partial<Record<AudienceName, string>> = {
    all: t('broadcasts.audience.all_hint'),
    ending_in_7_days: t('broadcasts.audience.ending_in_7_days_hint'),
  }
  return (
    <div>
      <RadioRows
        legend={t('broadcasts.to_whom')}
        legendLook="label"
        name="audience"
        value={value}
        onChange={onChange}
        rows={AUDIENCES.map((audience) => ({
          value: audience,
          label: (
            <span className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                {t(`broadcasts.audience.${audience}`)}
                {hints[audience] && <span className="block text-small font-normal text-mute">{hints[audience]}</span>}
              </span>
              {counts ? (
                <span className="num text-initial-sm">{(counts.get(audience) ?? 0).toLocaleString(language)}</span>
              ) : (
                <Skeleton shape="line" className="w-8" />
              )}
            </span>
          ),
        }))}
      />
      <p className="mt-2 text-small text-mute">{t('broadcasts.left_out_hint')}</p>
    </div>
  )
}
