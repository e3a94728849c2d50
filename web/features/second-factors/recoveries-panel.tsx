import { useRef, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useDecideRecoveryMutation, useRecoveriesQuery } from './queries.ts'

/** Who has lost every second factor, and until when nobody may decide. */
export function RecoveriesPanel({ viewer_id }: { viewer_id: string }) {
  const { t, language } = useTranslation()
  const query = useRecoveriesQuery()
  const rows = useRef<HTMLUListElement>(null)
  const decide = useDecideRecoveryMutation()
  const now = useNow()
  // It stays while the dialog closes.
  const [asked, setAsked] = useState({ id: '', username: '', isOpen: false })
  const close = () => setAsked({ ...asked, isOpen: false })
  return (
    <section className="rounded-card border border-line bg-surface">
      <div className="border-b border-line px-5 py-4">
        <h2 className="t2">{t('second_factors.desk.title')}</h2>
        <p className="mt-1 text-small text-mute">{t('second_factors.desk.text')}</p>
      </div>
      <PagedList
        query={query}
        count={query.rows.length}
        list={rows}
        focusable="button"
        skeleton={<Skeleton shape="line" className="mx-5 my-6 w-60" />}
        empty={<p className="px-5 py-6 text-soft">{t('second_factors.desk.none')}</p>}
        words={{
          failed: t('second_factors.desk.failed'),
          retry: t('second_factors.try_again'),
          more: t('second_factors.desk.more'),
        }}
        failure={{ look: 'bare' }}
        endClassName="border-t border-line px-5 py-4"
      >
        <ul ref={rows}>
          {query.rows.map(({ id, user_id, username, email, requested_at, due_at }) => {
            const isDue = Date.parse(due_at) <= now
            return (
              <li
                key={id}
                className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line px-5 py-4 last:border-b-0"
              >
                <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                  <p className="font-semibold">{username}</p>
                  <p className="text-small text-mute">{email}</p>
                  <p className="text-small text-mute">
                    {t('second_factors.desk.asked', { date: dateText(requested_at, language, 'moment') })}{' '}
                    {!isDue && t('second_factors.desk.due', { date: dateText(due_at, language, 'moment') })}
                  </p>
                </div>
                {user_id !== viewer_id && (
                  <span className="flex flex-wrap gap-2">
                    <Button variant="ghost" size="sm" onClick={() => decide.mutate({ id, approve: false })}>
                      {t('second_factors.desk.refuse')}
                      <span className="sr-only"> {username}</span>
                    </Button>
                    {isDue && (
                      <Button
                        variant="danger-outline"
                        size="sm"
                        onClick={() => setAsked({ id, username, isOpen: true })}
                      >
                        {t('second_factors.desk.approve')}
                        <span className="sr-only"> {username}</span>
                      </Button>
                    )}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </PagedList>
      <ConfirmDialog
        open={asked.isOpen}
        onClose={close}
        title={t('second_factors.desk.ask', { name: asked.username })}
        text={t('second_factors.desk.ask_text')}
        words={{ keep: t('second_factors.desk.keep'), confirm: t('second_factors.desk.approve') }}
        isPending={decide.isPending}
        error={null}
        reset={decide.reset}
        onConfirm={() => decide.mutate({ id: asked.id, approve: true }, { onSettled: close })}
      />
    </section>
  )
}
