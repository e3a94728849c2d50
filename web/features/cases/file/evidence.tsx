import { Eye, Lock, Maximize2, Minimize2, Palette, Stamp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CaseFile, Evidence } from '#contract/cases.ts'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { shortNumber } from '../desk/case-words.ts'
import { useOpenEvidenceMutation } from './queries.ts'

/** What the first reporter saw: the sealed copy, and the words. */
export function EvidenceSection({ file }: { file: CaseFile }) {
  const { sealed_type, sealed_count, evidence } = file
  if (sealed_type === null && evidence === null) return <Closed file={file} />
  return (
    <div className="flex flex-col gap-3.5">
      {sealed_type !== null &&
        Array.from({ length: sealed_count }, (_, place) => (
          <SealedCopy
            // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of an album are told apart by their places only
            key={`${file.id} ${place}`}
            file={file}
            picture={place + 1}
            isVideo={sealed_type.startsWith('video/')}
          />
        ))}
      {evidence && <EvidenceWords evidence={evidence} />}
    </div>
  )
}

/** Why this viewer cannot see anything. */
function Closed({ file }: { file: CaseFile }) {
  const { t, language } = useTranslation()
  if (file.state !== 'decided' && file.is_restricted) {
    return (
      <div className="flex items-start gap-3.5 rounded-panel bg-err-wash px-4 py-3.5">
        <span aria-hidden="true" className="grid size-11 flex-none place-items-center rounded-md bg-night text-candle">
          <Lock className="size-5 stroke-icon" />
        </span>
        <div>
          <p className="font-semibold">{t('cases.file.restricted')}</p>
          <p className="text-small text-soft">{t('cases.file.restricted_text')}</p>
        </div>
      </div>
    )
  }
  const date = file.erase_at && dateText(file.erase_at, language, 'day')
  return (
    <p className="text-label text-soft">
      {file.state === 'decided'
        ? date
          ? t('cases.file.closed', { date })
          : t('cases.file.erased')
        : t('cases.file.own_report')}
    </p>
  )
}

/** The words of a post, a story or a profile, or the end of a conversation. */
export function EvidenceWords({ evidence }: { evidence: Evidence }) {
  const { t, language } = useTranslation()
  const { username, text, messages } = evidence
  if (messages.length > 0) {
    return (
      <figure>
        <figcaption className="mb-1.5 text-small text-mute">{t('cases.file.messages')}</figcaption>
        <ol className="flex flex-col gap-1.5">
          {messages.map(({ content, created_at, is_by_subject }, index) => (
            <li
              key={`${created_at} ${content}`}
              className={cx(
                'max-w-11/12 rounded-bubble px-4 py-2.5',
                is_by_subject ? 'bg-sunken' : 'ml-auto bg-info-wash',
                index === messages.length - 1 && 'ring-2 ring-err',
              )}
            >
              <p className="text-micro text-soft">
                {t(is_by_subject ? 'cases.file.by_subject' : 'cases.file.by_reporter')} ·{' '}
                <time dateTime={created_at}>{dateText(created_at, language, 'moment')}</time>
              </p>
              <p dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere">
                {content}
              </p>
            </li>
          ))}
        </ol>
      </figure>
    )
  }
  if (!text) return null
  return (
    <figure className="rounded-panel bg-sunken px-4 py-3">
      <figcaption className="text-small text-soft">
        {username === null ? t('cases.file.words') : t('cases.file.words_by', { name: username })}
      </figcaption>
      <blockquote dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
    </figure>
  )
}

interface Opened {
  url: string
  at: Date
}

/** The envelope, or what is in it. Every look is in the audit log. */
function SealedCopy({ file, picture, isVideo }: { file: CaseFile; picture: number; isVideo: boolean }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const open = useOpenEvidenceMutation(file.id, picture, (bytes) => {
    setOpened({ url: URL.createObjectURL(bytes), at: new Date() })
    setSaid(t('cases.file.unsealed'))
  })

  const url = opened?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])

  // The pressed button is gone, so the focus moves to the first one that replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each opening and sealing
  useEffect(() => {
    if (!isFirst.current) box.current?.querySelector('button')?.focus({ preventScroll: true })
    isFirst.current = false
  }, [url])

  return (
    <div ref={box}>
      {file.sealed_count > 1 && (
        <p className="mb-1.5 text-small text-soft">
          {t('cases.file.picture_of', { number: String(picture), total: String(file.sealed_count) })}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {opened ? (
        <OpenedCopy
          opened={opened}
          isVideo={isVideo}
          number={file.number}
          onSeal={() => {
            setOpened(null)
            setSaid(t('cases.file.sealed_again'))
          }}
        />
      ) : (
        <Envelope file={file} isVideo={isVideo}>
          <Button
            variant="secondary"
            size="sm"
            icon={<Eye aria-hidden="true" />}
            loading={open.isPending}
            onClick={() => open.mutate()}
          >
            {t('cases.file.show')}
          </Button>
        </Envelope>
      )}
    </div>
  )
}

function Envelope({ file, isVideo, children }: { file: CaseFile; isVideo: boolean; children: ReactNode }) {
  const { t, language } = useTranslation()
  return (
    <div className="envelope envelope-large min-h-80 rounded-panel px-5 pt-24 pb-5.5 text-center">
      <div className="flex flex-col items-center">
        <Seal icon={<Stamp />} />
        <p className="t3 mt-2.5">{t(isVideo ? 'cases.file.sealed_video' : 'cases.file.sealed_picture')}</p>
        <p className="mx-auto mt-1 mb-3.5 max-w-84 text-small">
          {t('cases.file.sealed_text', { when: dateText(file.opened_at, language, 'moment') })}
        </p>
        {children}
        <p className="mt-3 text-small text-soft">{t('cases.file.sealed_note')}</p>
      </div>
    </div>
  )
}

interface OpenedCopyProps {
  opened: Opened
  isVideo: boolean
  number: string
  onSeal: () => void
}

/** Opens in grey and small. */
function OpenedCopy({ opened, isVideo, number, onSeal }: OpenedCopyProps) {
  const { t, language } = useTranslation()
  const [isColoured, setColoured] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const look = cx('size-full object-contain', !isColoured && 'grayscale')
  return (
    <div className={cx('flex gap-5.5', isLarge ? 'flex-col' : 'items-start narrow:flex-col')}>
      <div
        className={cx(
          'relative flex-none overflow-hidden rounded-md border border-line bg-sunken',
          isLarge ? 'evidence-large w-full' : 'aspect-4/5 w-2/5 max-w-58 narrow:w-full',
        )}
      >
        {isVideo ? (
          <video
            src={opened.url}
            controls
            muted
            playsInline
            disablePictureInPicture
            aria-label={t('cases.file.video_alt')}
            className={cx(look, isLarge && 'evidence-large')}
          />
        ) : (
          <img src={opened.url} alt={t('cases.file.picture_alt')} className={cx(look, isLarge && 'evidence-large')} />
        )}
        {!isVideo && (
          <span
            aria-hidden="true"
            className="absolute bottom-2.5 left-2.5 rounded-sm bg-viewer/80 px-2 py-1.5 text-fine leading-none font-semibold text-ivory"
          >
            {shortNumber(number)}
          </span>
        )}
      </div>
      <div className="min-w-0">
        <Pill colour="brass" icon={<Stamp aria-hidden="true" />} isLong>
          {t('cases.file.broken', { when: dateText(opened.at, language, 'time') })}
        </Pill>
        <p className="mt-2 mb-3 text-small text-soft">{t('cases.file.opened_note')}</p>
        <div className={cx('flex gap-2.5', isLarge ? 'flex-wrap' : 'flex-col items-start')}>
          <Button
            variant="secondary"
            size="sm"
            icon={<Palette aria-hidden="true" />}
            onClick={() => setColoured(!isColoured)}
          >
            {t(isColoured ? 'cases.file.grey' : 'cases.file.colour')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={isLarge ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
            onClick={() => setLarge(!isLarge)}
          >
            {t(isLarge ? 'cases.file.smaller' : 'cases.file.larger')}
          </Button>
          <Button variant="ghost" size="sm" icon={<Stamp aria-hidden="true" />} onClick={onSeal}>
            {t('cases.file.seal_again')}
          </Button>
        </div>
      </div>
    </div>
  )
}
