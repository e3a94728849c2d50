import { useId } from 'react'
import type { PictureMark } from '#contract/marks.ts'
import { paths } from '#contract/paths.ts'
import picture from '#web/assets/portrait-margaux.avif'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { usePictureMarkQuery, useSetPictureMarkMutation } from './queries.ts'

const KINDS = ['faint', 'corner', 'unseen'] as const
type Kind = (typeof KINDS)[number]

/** How a creator has protected pictures marked: off, or one of three kinds. It takes effect at once. */
export function MarkCard({ username }: { username: string }) {
  const { t } = useTranslation()
  const id = useId()
  const { data, error, refetch, isRefetching } = usePictureMarkQuery()
  const save = useSetPictureMarkMutation()
  const mark: PictureMark | undefined = save.isPending ? save.variables : data?.mark
  return (
    <section aria-labelledby={id} className="border-t border-line py-6.5 md:py-8.5">
      <div className="rounded-card border border-line bg-surface px-4.5 py-5 md:px-7.5 md:py-6.5">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id={id} className="t2">
              {t('marks.setting')}
            </h2>
            <p className="mt-0.5 text-soft">{t('marks.setting_text')}</p>
          </div>
          {mark !== undefined && (
            <label className="grid min-h-11 flex-none cursor-pointer place-items-center">
              <span className="sr-only">{t('marks.switch')}</span>
              <input
                type="checkbox"
                // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says by itself whether it is checked
                role="switch"
                checked={mark !== 'off'}
                onChange={({ target }) => save.mutate(target.checked ? 'faint' : 'off')}
                className="switch-track"
              />
            </label>
          )}
        </div>
        {mark !== undefined ? (
          <>
            {mark !== 'off' && <Kinds mark={mark} username={username} onChange={(kind) => save.mutate(kind)} />}
            <ButtonLink to={paths.leaks} variant="secondary" size="sm" className="mt-4.5">
              {t('marks.trace')}
            </ButtonLink>
          </>
        ) : error ? (
          <LoadFailure
            look="bare"
            title={t('marks.failed')}
            error={error}
            retry={t('marks.try_again')}
            onRetry={refetch}
            isRetrying={isRefetching}
          />
        ) : (
          <Loading className="mt-4.5 block">
            <Skeleton shape="box" className="h-40 rounded-md" />
          </Loading>
        )}
      </div>
    </section>
  )
}

interface KindsProps {
  mark: Kind
  username: string
  onChange: (kind: Kind) => void
}

function Kinds({ mark, username, onChange }: KindsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="mt-4.5 grid gap-3.5 md:grid-cols-3">
      <legend className="sr-only">{t('marks.kinds')}</legend>
      {KINDS.map((kind) => (
        <label
          key={kind}
          className={cx(
            'block cursor-pointer rounded-lg border p-2.5 transition-colors border-line hover:border-edge',
            'has-checked:border-control has-checked:bg-garnet-wash has-checked:ring-1 has-checked:ring-control',
          )}
        >
          <Sample kind={kind} text={`@${username}`} />
          <span className="mt-2.5 flex items-start gap-3">
            <input
              type="radio"
              name="picture-mark"
              value={kind}
              checked={mark === kind}
              onChange={() => onChange(kind)}
              className="radio-dot"
            />
            <span>
              <span className="block leading-ui font-semibold">{t(`marks.${kind}`)}</span>
              <span className="block text-small text-mute">{t(`marks.${kind}_text`)}</span>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What the kind looks like. Only this sample is drawn by CSS: in pictures that are served, the mark is in the bytes. */
function Sample({ kind, text }: { kind: Kind; text: string }) {
  return (
    <span aria-hidden="true" className="mark-sample">
      <img src={picture} alt="" />
      {kind === 'corner' && <span className="mark-sample-corner">{text}</span>}
      {kind === 'faint' && (
        <span className="mark-sample-lines">
          {['a', 'b', 'c', 'd', 'e'].map((line) => (
            <span key={line}>{`${text}   ${text}   ${text}`}</span>
          ))}
        </span>
      )}
    </span>
  )
}
