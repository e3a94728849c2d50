import { AUDIENCES, type AudienceName, type Audiences } from '#contract/broadcasts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { LabelTag } from '#web/ui/label-tag.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Whom a message is for. `label`: those whom the creator has given it. */
export interface ChosenAudience {
  audience: AudienceName
  label: string | null
}

interface AudienceChoiceProps {
  value: ChosenAudience
  onChange: (chosen: ChosenAudience) => void
  /** How many people are in each; undefined while they are counted. */
  audiences: Audiences['audiences'] | undefined
}

/** How many people are in an audience. */
export function countIn(audiences: Audiences['audiences'], { audience, label }: ChosenAudience): number {
  return audiences.find((each) => each.audience === audience && each.label === label)?.count ?? 0
}

/** The label that the number is about. */
function LabelOf({ label }: Pick<ChosenAudience, 'label'>) {
  if (label === null) return null
  return (
    <span className="mt-1 flex">
      <LabelTag label={label} />
    </span>
  )
}

/** Whom a message is for, with the number of people. */
export function AudienceChoice({ value, onChange, audiences }: AudienceChoiceProps) {
  const { t, language } = useTranslation()
  const hints: Partial<Record<AudienceName, string>> = {
    all: t('broadcasts.audience.all_hint'),
    ending_in_7_days: t('broadcasts.audience.ending_in_7_days_hint'),
  }
  const labels = audiences?.flatMap(({ label }) => label ?? []) ?? []
  const chosenIn = (audience: AudienceName): ChosenAudience => ({
    audience,
    label: audience === 'label' ? (value.label ?? labels[0] ?? null) : null,
  })
  // Without labels there is nobody to choose by one.
  const offered = AUDIENCES.filter((audience) => audience !== 'label' || labels.length > 0)
  return (
    <div>
      <RadioRows
        legend={t('broadcasts.to_whom')}
        legendLook="label"
        name="audience"
        value={value.audience}
        onChange={(audience: AudienceName) => onChange(chosenIn(audience))}
        rows={offered.map((audience) => ({
          value: audience,
          label: (
            <span className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                {t(`broadcasts.audience.${audience}`)}
                {hints[audience] && <span className="block text-small font-normal text-mute">{hints[audience]}</span>}
                <LabelOf label={chosenIn(audience).label} />
              </span>
              {audiences ? (
                <span className="num text-initial-sm">
                  {countIn(audiences, chosenIn(audience)).toLocaleString(language)}
                </span>
              ) : (
                <Skeleton shape="line" className="w-8" />
              )}
            </span>
          ),
        }))}
      />
      {value.audience === 'label' && (
        <Field label={t('broadcasts.which_label')} className="mt-3">
          <SelectInput
            value={value.label ?? ''}
            onChange={(event) => onChange({ audience: 'label', label: event.target.value })}
          >
            {labels.map((label) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </SelectInput>
        </Field>
      )}
      <p className="mt-2 text-small text-mute">{t('broadcasts.left_out_hint')}</p>
    </div>
  )
}
