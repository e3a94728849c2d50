import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { DOCUMENT_DAYS, type StaffVerification, VERIFIED_YEARS } from '#contract/verifications.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useDecideMutation } from './queries.ts'

const LazyRefuseDialog = lazyOverlay(async () => (await import('./refuse-dialog.tsx')).RefuseDialog)

/** Verifies the creator, or says what is missing, also later. Both are asked once more. */
export function Decision({ file }: { file: StaffVerification }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'verify' | 'refuse' | null>(null)
  const close = () => setAsked(null)
  const isVerified = file.state === 'verified'
  return (
    <Panel title={t('verifications.desk.decision')} isSmall>
      <p className="text-small text-soft text-pretty">
        {t(isVerified ? 'verifications.desk.take_back_text' : 'verifications.desk.decision_text')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {!isVerified && (
          <Button
            size="sm"
            icon={<ShieldCheck aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setAsked('verify')}
          >
            {t('verifications.desk.verify')}
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setAsked('refuse')}>
          {t(isVerified ? 'verifications.desk.take_back' : 'verifications.desk.refuse')}
        </Button>
      </div>
      <VerifyDialog file={file} open={asked === 'verify'} onClose={close} />
      <LazyRefuseDialog file={file} open={asked === 'refuse'} onClose={close} />
    </Panel>
  )
}

interface VerifyDialogProps {
  file: StaffVerification
  open: boolean
  onClose: () => void
}

function VerifyDialog({ file, open, onClose }: VerifyDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutate, isPending, error, reset } = useDecideMutation(file.id, useToastAfterClose(open))
  const name = file.creator ?? t('verifications.desk.gone')
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('verifications.desk.verify_title', { name })}
      text={t('verifications.desk.verify_text', {
        name: file.details.legal_name,
        years: VERIFIED_YEARS,
        days: DOCUMENT_DAYS,
      })}
      words={{ keep: t('verifications.desk.cancel'), confirm: t('verifications.desk.verify') }}
      variant="primary"
      icon={<ShieldCheck aria-hidden="true" />}
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() =>
        mutate(
          { outcome: 'verified' },
          {
            onSuccess: () => {
              toast({ type: 'success', message: t('verifications.desk.verified', { name }) })
              void navigate(paths.admin_verifications)
            },
          },
        )
      }
    />
  )
}
