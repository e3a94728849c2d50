import { CircleAlert } from 'lucide-react'
import { Fragment, type Ref } from 'react'
import type { ContentNoticeField, ContentNoticeProblem, ContentNoticeProblems } from '#contract/content-notices.ts'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'

/** What can be wrong with each field. */
const POSSIBLE = {
  urls: ['required', 'too_long', 'above_limit'],
  reason: ['required'],
  explanation: ['required', 'too_long'],
  name: ['required', 'too_long'],
  email: ['required', 'format'],
  good_faith: ['required'],
} as const satisfies Record<ContentNoticeField, readonly ContentNoticeProblem[]>

const FIELDS = Object.keys(POSSIBLE) as ContentNoticeField[]

/** What can be wrong with the notice as a whole. */
export type FormProblem = 'rate_limited' | 'failed'
const FORM_PROBLEMS: readonly FormProblem[] = ['rate_limited', 'failed']

function nameOf(
  field: ContentNoticeField,
  problem: ContentNoticeProblem,
): `${ContentNoticeField}_${ContentNoticeProblem}` {
  return `${field}_${problem}`
}

function keyOf(name: string): TranslationKey {
  return `content_notices.problems.${name}` as TranslationKey
}

/** The id of the error messages of a field. */
export function problemId(field: ContentNoticeField): string {
  return `${field}-problem`
}

/**
 * All error messages of a field; those that do not apply are hidden. They are part of the prerendered page, so that the
 * server can show them to a visitor without JavaScript: it removes the attribute `hidden`, by the name in
 * `data-problem`, which has to stand before it.
 */
export function FieldProblems({ field, problems }: { field: ContentNoticeField; problems: ContentNoticeProblems }) {
  const { t } = useTranslation()
  return (
    <div id={problemId(field)}>
      {POSSIBLE[field].map((problem) => (
        <p
          key={problem}
          data-problem={nameOf(field, problem)}
          hidden={problems[field] !== problem}
          className="mt-1.75 flex gap-1.75 text-small leading-ui font-medium text-err"
        >
          <CircleAlert aria-hidden="true" className="mt-px size-icon-sm flex-none" />
          <span>{t(keyOf(nameOf(field, problem)))}</span>
        </p>
      ))}
    </div>
  )
}

interface SummaryProps {
  ref: Ref<HTMLDivElement>
  problems: ContentNoticeProblems
  formProblem: FormProblem | undefined
}

/** The summary at the top, with a link to each field. Hidden in the same way, by the name `any`. */
export function ProblemSummary({ ref, problems, formProblem }: SummaryProps) {
  const { t } = useTranslation()
  const isShown = formProblem !== undefined || Object.keys(problems).length > 0
  return (
    <div
      ref={ref}
      id="problems"
      role="alert"
      tabIndex={-1}
      data-problem="any"
      hidden={!isShown}
      className="mt-6 rounded-lg bg-err-wash px-4 py-3.5"
    >
      <p className="font-semibold">{t('content_notices.problems_title')}</p>
      <ul className="mt-1.5 list-disc space-y-1 pl-5 leading-note marker:text-err">
        {FIELDS.map((field) => (
          <Fragment key={field}>
            {POSSIBLE[field].map((problem) => (
              <li key={problem} data-problem={nameOf(field, problem)} hidden={problems[field] !== problem}>
                <a href={`#${field}`} className="text-link">
                  {t(keyOf(nameOf(field, problem)))}
                </a>
              </li>
            ))}
          </Fragment>
        ))}
        {FORM_PROBLEMS.map((problem) => (
          <li key={problem} data-problem={`form_${problem}`} hidden={formProblem !== problem}>
            {t(keyOf(`form_${problem}`))}
          </li>
        ))}
      </ul>
    </div>
  )
}
