import { ImageOff, WifiOff } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface LightboxMissingProps {
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
  onClose: () => void
}

/** The loading, error and not-found states for a post that the URL names and no list contains yet. */
export function LightboxMissing({ isLoading, hasFailed, onRetry, onClose }: LightboxMissingProps) {
  const { t } = useTranslation()
  return (
    <div className="night on-picture grid col-span-full size-full place-items-center bg-viewer! p-4">
      {isLoading ? (
        <div role="status">
          <Spinner size="lg" />
          <span className="sr-only">{t('ui.loading')}</span>
        </div>
      ) : (
        <EmptyState
          look="bare"
          icon={hasFailed ? <WifiOff /> : <ImageOff />}
          title={hasFailed ? t('posts.lightbox.failed') : t('posts.lightbox.not_here')}
          text={hasFailed ? t('errors.network') : t('posts.lightbox.not_here_text')}
          action={
            <div className="flex flex-wrap justify-center gap-2 pt-2">
              {hasFailed && (
                <Button variant="ghost-light" size="sm" onClick={onRetry}>
                  {t('posts.retry')}
                </Button>
              )}
              <Button variant="ivory" size="sm" onClick={onClose}>
                {t('ui.close')}
              </Button>
            </div>
          }
        />
      )}
    </div>
  )
}
