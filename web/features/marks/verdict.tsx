import { Check, Download, Equal, Fingerprint, FolderOpen, Info } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { generatePath, Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import type { LeakLookup } from '#contract/marks.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { MediaImage } from '#web/ui/pictures/media-image.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { useReportDialog } from '#web/ui/report-dialog.ts'

interface SentProps {
  found: LeakLookup
  file: File | null
  address: string | null
  isStaff: boolean
  another: ReactNode
}

/** What was sent, and the picture that it shows. */
export function Sent({ found, file, address, isStaff, another }: SentProps) {
  const { t } = useTranslation()
  const { picture, width, height } = found
  return (
    <section>
      <div className="flex flex-wrap items-center gap-4 rounded-card border border-dashed border-edge px-4.5 py-4">
        {address && <img src={address} alt="" className="h-18 w-16 flex-none rounded-md object-cover" />}
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{file?.name}</p>
          <p className="text-small text-mute">{t('marks.size', { width, height })}</p>
          <Pill colour="ok" icon={<Check aria-hidden="true" />} className="mt-1.5">
            {t('marks.mark_read')}
          </Pill>
        </div>
        {another}
      </div>
      {/* Staff open pictures of others in a case, where that is written down. */}
      {picture && address && !isStaff && (
        <div className="trace-pair mt-5.5 max-md:hidden">
          <figure>
            <figcaption className="mb-1.5 text-small text-mute">{t('marks.sent')}</figcaption>
            <div className="aspect-4/5 overflow-hidden rounded-md">
              <img src={address} alt="" />
            </div>
          </figure>
          <span aria-hidden="true" className="grid size-10 place-items-center rounded-full bg-ok-wash text-ok">
            <Equal className="size-icon-xl" />
          </span>
          <figure>
            <figcaption className="mb-1.5 text-small text-mute">{t('marks.original')}</figcaption>
            <div className="relative aspect-4/5 overflow-hidden rounded-md bg-sunken">
              <MediaImage path={picture.file} alt="" isProtected width={480} />
            </div>
          </figure>
        </div>
      )}
    </section>
  )
}

/** The finding, on night: whose picture, as seen by whom, when and how sure, and what that does not prove. */
export function Verdict({ found, isStaff }: { found: LeakLookup; isStaff: boolean }) {
  const { t, language } = useTranslation()
  const id = useId()
  const { picture, viewers } = found
  const [viewer, ...others] = viewers
  if (!picture || !viewer) return null
  const words = picture.description || t('marks.without_words')
  const name = viewer.username ?? t('marks.somebody')
  return (
    <section
      aria-labelledby={id}
      className="night rounded-card bg-night px-5.5 py-6.5 text-ink md:px-8.5 md:pt-8.5 md:pb-7.5"
    >
      <Seal size="md" icon={<Fingerprint />} />
      <p className="cue mt-4">{t('marks.says')}</p>
      <h2 id={id} className="t1 mt-1.5 wrap-anywhere">
        {isStaff ? t('marks.was_of', { username: picture.username }) : t('marks.was_yours')}{' '}
        <em>{t('marks.as_seen_by', { viewer: name })}</em>
      </h2>
      <dl className="mt-4">
        <Fact name={t('marks.picture')}>
          {picture.post_id ? (
            <Link
              to={`${generatePath(paths.profile, { username: picture.username })}?post=${picture.post_id}`}
              className="line-clamp-2 font-semibold text-garnet-ink underline underline-offset-3"
            >
              {words}
            </Link>
          ) : (
            words
          )}
        </Fact>
        <Fact name={t('marks.shown')}>{dateText(viewer.first_shown_at, language, 'moment')}</Fact>
        <Fact name={t('marks.shown_last')}>{dateText(viewer.last_shown_at, language, 'moment')}</Fact>
        {viewer.ticket && <Fact name={t('marks.ticket')}>{t(`marks.tickets.${viewer.ticket}`)}</Fact>}
        <Fact name={t('marks.sure')}>
          <Sure value={viewer.sure} />
        </Fact>
      </dl>
      {others.map(({ username }) => (
        <p key={username} className="mt-3 text-label">
          {t('marks.also', { viewer: username ?? t('marks.somebody') })}
        </p>
      ))}
      <p className="mt-4 flex items-start gap-3 rounded-md bg-sunken px-4 py-3.5 text-label leading-note">
        <Info aria-hidden="true" className="mt-px size-icon-lg flex-none stroke-light" />
        <span>{t('marks.caution')}</span>
      </p>
      <Actions found={found} username={viewer.username} name={name} />
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-5 border-t border-dashed border-line py-2.75 first:border-t-0">
      <dt className="flex-none text-soft">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}

function Sure({ value }: { value: number }) {
  const { language } = useTranslation()
  const words = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value)
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden="true" className="h-2 w-27 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-brass" style={{ width: `${value * 100}%` }} />
      </span>
      <span className="num text-large">{words}</span>
    </span>
  )
}

function Actions({ found, username, name }: { found: LeakLookup; username: string | null; name: string }) {
  const { t, language } = useTranslation()
  const ReportDialog = useReportDialog()
  const [isReporting, setIsReporting] = useState(false)
  const proof = t('marks.proof_of', { id: found.id, when: dateText(found.created_at, language, 'moment') })
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {username !== null && ReportDialog && (
        <>
          <Button variant="ivory" icon={<FolderOpen aria-hidden="true" />} onClick={() => setIsReporting(true)}>
            {t('marks.open_case')}
          </Button>
          <ReportDialog
            thing={{ kind: 'profile', name: username, username, text: proof }}
            open={isReporting}
            onClose={() => setIsReporting(false)}
          />
        </>
      )}
      <Button
        variant="ghost-light"
        icon={<Download aria-hidden="true" />}
        onClick={() => saveProof(found, `${proof}\n${name}\n${t('marks.caution')}\n\n`)}
      >
        {t('marks.save_proof')}
      </Button>
    </div>
  )
}

/** The finding as a text file: what the server said, word for word. */
function saveProof(found: LeakLookup, heading: string): void {
  const address = URL.createObjectURL(new Blob([heading, JSON.stringify(found, null, 2)], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `loge-${found.id}.txt` })
  link.click()
  URL.revokeObjectURL(address)
}
