import { Download, Eye, EyeOff, Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DocumentKind } from '#contract/verifications.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { useOpenFileMutation } from './queries.ts'

interface SentFileProps {
  id: string
  kind: DocumentKind
  isHere: boolean
}

/** A file that a creator has sent: closed, until somebody looks at it. The bytes are let go when it is closed again. */
export function SentFile({ id, kind, isHere }: SentFileProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ url: string; isPdf: boolean } | null>(null)
  const box = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const open = useOpenFileMutation(id, kind, (bytes) =>
    setOpened({ url: URL.createObjectURL(bytes), isPdf: bytes.type === 'application/pdf' }),
  )

  const url = opened?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])

  // The pressed button is gone, so the focus moves to the first one that replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each opening and closing
  useEffect(() => {
    if (!isFirst.current) box.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
    isFirst.current = false
  }, [url])

  return (
    <section ref={box} aria-label={t(`verifications.desk.${kind}`)}>
      <h3 className="t3 mb-2.5">{t(`verifications.desk.${kind}`)}</h3>
      {opened ? (
        <OpenedFile kind={kind} url={opened.url} isPdf={opened.isPdf} onClose={() => setOpened(null)} />
      ) : (
        <div className="flex flex-wrap items-center gap-4 rounded-panel bg-sunken px-5 py-6">
          <Seal size="md" />
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-label text-soft">
              {t(isHere ? 'verifications.desk.sealed' : 'verifications.desk.erased')}
            </p>
          </div>
          {isHere && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Eye aria-hidden="true" />}
              loading={open.isPending}
              onClick={() => open.mutate()}
            >
              {t(`verifications.desk.show_${kind}`)}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

interface OpenedFileProps {
  kind: DocumentKind
  url: string
  isPdf: boolean
  onClose: () => void
}

function OpenedFile({ kind, url, isPdf, onClose }: OpenedFileProps) {
  const { t } = useTranslation()
  const [isLarge, setLarge] = useState(false)
  return (
    <>
      {isPdf ? (
        <p className="mb-3 rounded-panel bg-sunken px-5 py-6 text-soft">{t('verifications.desk.pdf')}</p>
      ) : (
        <div
          tabIndex={isLarge ? 0 : undefined}
          className={cx('mb-3 rounded-panel bg-viewer', isLarge && 'overflow-auto')}
        >
          <img
            src={url}
            alt={t(`verifications.desk.${kind}_alt`)}
            className={cx(isLarge ? 'max-w-none' : 'mx-auto max-h-120 max-w-full object-contain')}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2.5">
        {isPdf ? (
          <a
            href={url}
            download={`${kind}.pdf`}
            className="inline-flex min-h-11 items-center gap-2.25 rounded-pill border border-edge px-4.5 text-label font-semibold hover:bg-sunken"
          >
            <Download aria-hidden="true" className="size-icon-md" />
            {t('verifications.desk.pdf_save')}
          </a>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            icon={isLarge ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
            onClick={() => setLarge(!isLarge)}
          >
            {t(isLarge ? 'verifications.desk.smaller' : 'verifications.desk.larger')}
          </Button>
        )}
        <Button variant="ghost" size="sm" icon={<EyeOff aria-hidden="true" />} onClick={onClose}>
          {t('verifications.desk.hide')}
        </Button>
      </div>
    </>
  )
}
