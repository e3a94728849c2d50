import type { ReactNode } from 'react'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { CaseFile } from '#contract/cases.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { caseTitle, whenText } from '../desk/case-words.ts'
import { useReleaseCaseMutation, useTakeCaseMutation } from '../desk/queries.ts'
import { SeverityTag } from '../desk/severity-tag.tsx'
import { EvidenceSection } from './evidence.tsx'
import { History } from './history.tsx'
import { useLegalHoldMutation } from './queries.ts'
import { ToldUs } from './told-us.tsx'

export interface CaseFolderProps {
  file: CaseFile
  viewer: { username: string; isAdmin: boolean }
  now: number
}

/** The folder of a case with its tab: what it is about, the evidence, who told us, and the account's past. */
export function CaseFolder({ file, viewer, now }: CaseFolderProps) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="case-title">
      <p className="folder-tab cue inline-block px-5.5 pt-2.5 pb-3 text-large">
        {t('cases.file.title', { number: file.number })}
      </p>
      <div className="rounded-card rounded-tl-none border border-line bg-surface px-4 py-4.5 md:px-7 md:pt-6 md:pb-5">
        <Head file={file} viewer={viewer} now={now} />
        <Part title={t('cases.file.evidence')}>
          <EvidenceSection file={file} />
          <LegalHold file={file} isAdmin={viewer.isAdmin} />
        </Part>
        {file.reports_count > 0 && (
          <Part title={t('cases.file.told_us')}>
            <ToldUs file={file} />
          </Part>
        )}
        {file.history.length > 0 && (
          <Part title={t('cases.file.history')}>
            <History file={file} />
          </Part>
        )}
      </div>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="cue mt-6.5 mb-2.5 text-large">{title}</h2>
      {children}
    </>
  )
}

function Head({ file, viewer, now }: CaseFolderProps) {
  const { t, language } = useTranslation()
  const { due_at, state, is_protected, subject, kind } = file
  const isLate = Date.parse(due_at) < now
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SeverityTag severity={file.severity} />
        <Pill>{t(`cases.file.kind_${kind}`)}</Pill>
        {state !== 'open' && (
          <Pill colour={state === 'decided' ? 'ok' : 'garnet'}>{t(`cases.file.state_${state}`)}</Pill>
        )}
        {file.is_hidden && <Pill colour="brass">{t('cases.file.did_hide')}</Pill>}
        {state !== 'decided' && <Taker file={file} viewer={viewer} />}
        {state !== 'decided' && (
          <p className={isLate ? 'ml-auto text-small font-medium text-err' : 'ml-auto text-small text-soft'}>
            {t(isLate ? 'cases.file.overdue' : 'cases.file.due', { when: whenText(due_at, now, language) })}
          </p>
        )}
      </div>
      <h1 id="case-title" className="t1 mt-3.5">
        {caseTitle(file)}
      </h1>
      <p className="text-soft">
        {subject?.username ? (
          <>
            {/* The name is a link within the sentence. */}
            {t(`cases.desk.of_${kind}`, { name: '' }).trimEnd()}{' '}
            <Link
              to={generatePath(paths.profile, { username: subject.username })}
              className="rounded-sm font-semibold text-garnet-ink underline underline-offset-2 wrap-anywhere"
            >
              {subject.username}
            </Link>
          </>
        ) : (
          t(`cases.desk.of_${kind}`, { name: t('cases.desk.erased') })
        )}
        {is_protected !== null && `, ${t(is_protected ? 'cases.file.protected' : 'cases.file.public')}`}
      </p>
    </>
  )
}

/** Who looks into it, and the buttons to change that. */
function Taker({ file, viewer }: Pick<CaseFolderProps, 'file' | 'viewer'>) {
  const { t } = useTranslation()
  const take = useTakeCaseMutation()
  const release = useReleaseCaseMutation()
  const { id, number, taken_by } = file
  const isMine = taken_by === viewer.username
  const isPending = take.isPending || release.isPending
  if (isMine) {
    return (
      <>
        <Pill colour="info">{t('cases.file.with_you')}</Pill>
        <Button variant="ghost" size="sm" loading={isPending} onClick={() => release.mutate({ id, number })}>
          {t('cases.file.release')}
        </Button>
      </>
    )
  }
  return (
    <>
      {taken_by !== null && (
        <Pill colour="info" isLong>
          {t('cases.file.with', { name: taken_by })}
        </Pill>
      )}
      {(taken_by === null || viewer.isAdmin) && (
        <Button
          variant="secondary"
          size="sm"
          loading={isPending}
          onClick={() => take.mutate({ id, number, take_over: taken_by !== null })}
        >
          {t(taken_by === null ? 'cases.desk.take' : 'cases.file.take_over')}
        </Button>
      )}
    </>
  )
}

function LegalHold({ file: { id, legal_hold }, isAdmin }: { file: CaseFile; isAdmin: boolean }) {
  const { t } = useTranslation()
  const hold = useLegalHoldMutation(id)
  // Not the state of the mutation, which follows a moment later: the switch would go back and forth.
  const [wanted, setWanted] = useState<boolean | null>(null)
  if (!isAdmin) {
    return legal_hold ? (
      <p className="mt-3">
        <Pill colour="brass">{t('cases.file.held')}</Pill>
      </p>
    ) : null
  }
  return (
    <Switch
      label={t('cases.file.hold')}
      hint={t('cases.file.hold_hint')}
      checked={wanted ?? legal_hold}
      onChange={({ target: { checked } }) => {
        setWanted(checked)
        hold.mutate(checked, { onSettled: () => setWanted(null) })
      }}
      className="mt-3"
    />
  )
}
