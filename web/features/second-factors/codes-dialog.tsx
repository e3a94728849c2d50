import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'

export interface CodesDialogProps {
  open: boolean
  codes: string[]
  onClose: () => void
}

/** Ten recovery codes, once: to copy, to print, to save. It closes after the box is ticked. */
export function CodesDialog({ open, codes, onClose }: CodesDialogProps) {
  const { t } = useTranslation()
  const [isSafe, setSafe] = useState(false)
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const text = `${t('second_factors.codes.file_title')}\n\n${codes.map((code, index) => `${index + 1}. ${code}`).join('\n')}\n`

  /** The dialog says itself what came of it: on a phone a toast would cover its buttons. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }

  function save() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'loge-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <LazyDialog
      open={open}
      onClose={() => isSafe && onClose()}
      title={t('second_factors.codes.title')}
      text={t('second_factors.codes.text')}
      isWide
    >
      <ol className="spare-tickets grid gap-2 sm:grid-cols-2">
        {codes.map((code, index) => (
          <li key={code} className="spare-ticket">
            <span aria-hidden="true" className="spare-ticket-number">
              {index + 1}
            </span>
            <span className="text-center font-semibold tracking-wide select-all">{code}</span>
          </li>
        ))}
      </ol>
      <div className="spare-tickets-tools mt-4.5 flex flex-col gap-5">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            onClick={copy}
          >
            {t(`second_factors.codes.${isCopied ? 'copied' : 'copy'}`)}
          </Button>
          <Button variant="secondary" size="sm" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            {t('second_factors.codes.print')}
          </Button>
          <Button variant="secondary" size="sm" icon={<Download aria-hidden="true" />} onClick={save}>
            {t('second_factors.codes.save')}
          </Button>
        </div>
        <p role="status" className={cx('-mt-2 text-small text-soft', isCopied !== false && 'sr-only')}>
          {isCopied !== null && t(`second_factors.codes.${isCopied ? 'copied' : 'not_copied'}`)}
        </p>
        <Checkbox checked={isSafe} onChange={({ target }) => setSafe(target.checked)}>
          {t('second_factors.codes.safe')}
        </Checkbox>
        <DialogActions>
          <Button aria-disabled={!isSafe} onClick={() => isSafe && onClose()}>
            {t('second_factors.codes.done')}
          </Button>
        </DialogActions>
      </div>
    </LazyDialog>
  )
}
