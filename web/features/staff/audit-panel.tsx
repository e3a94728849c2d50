import { Download, ScrollText } from 'lucide-react'
import { useRef } from 'react'
import { AUDIT_ACTIONS, COMMAND_LINE } from '#contract/staff.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FilterBar } from '#web/ui/forms/filter-bar.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useAuditAddress } from './audit-address.ts'
import { useAuditFileMutation, useAuditQuery, useRolesQuery } from './audit-queries.ts'
import { AuditRow } from './audit-row.tsx'
import { UsersSkeleton } from './users-frame.tsx'

/** What staff did, with filter, search and download. */
export function AuditPanel() {
  const { t } = useTranslation()
  const { filter, chooseWho, chooseAction, writeSearch } = useAuditAddress()
  const list = useAuditQuery(filter)
  const file = useAuditFileMutation()
  const rows = useRef<HTMLUListElement>(null)
  const now = new Date()
  return (
    <>
      <FilterBar
        label={t('staff.audit.search')}
        clearLabel={t('staff.users_page.clear_search')}
        search={filter.search}
        onSearch={writeSearch}
      >
        <Field label={t('staff.audit.who')} className="min-w-36 flex-1 md:max-w-52">
          <WhoSelect who={filter.who} onChoose={chooseWho} />
        </Field>
        <Field label={t('staff.audit.what')} className="min-w-36 flex-1 md:max-w-60">
          <SelectInput value={filter.action ?? ''} onChange={(event) => chooseAction(event.target.value)}>
            <option value="">{t('staff.audit.everything')}</option>
            {AUDIT_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {t(`staff.audit.action_${action}`)}
              </option>
            ))}
          </SelectInput>
        </Field>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          loading={file.isPending}
          onClick={() => file.mutate(filter)}
        >
          {t('staff.audit.download')}
        </Button>
      </FilterBar>
      <PagedList
        query={list}
        count={list.entries.length}
        list={rows}
        focusable="li"
        skeleton={<UsersSkeleton />}
        empty={<EmptyState icon={<ScrollText />} title={t('staff.audit.empty')} text={t('staff.audit.empty_text')} />}
        words={{ failed: t('staff.audit.failed'), retry: t('staff.users_page.retry'), more: t('staff.audit.more') }}
        endClassName="pt-6 pb-4"
      >
        <ul
          ref={rows}
          aria-label={t('staff.audit.title')}
          aria-busy={list.isPlaceholderData}
          className={cx(
            'overflow-hidden rounded-card border border-line bg-surface transition-opacity',
            list.isPlaceholderData && 'opacity-60',
          )}
        >
          {list.entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} now={now} />
          ))}
        </ul>
      </PagedList>
      <p className="mt-4 text-small text-mute">{t('staff.audit.kept')}</p>
    </>
  )
}

/** Somebody who no longer works here stays in the list while they are chosen. */
function WhoSelect({ who, onChoose }: { who: string; onChoose: (who: string) => void }) {
  const { t } = useTranslation()
  const { data = [] } = useRolesQuery()
  const names = data.map(({ username }) => username)
  const isOther = who !== '' && who !== COMMAND_LINE && !names.includes(who)
  return (
    <SelectInput value={who} onChange={(event) => onChoose(event.target.value)}>
      <option value="">{t('staff.audit.anybody')}</option>
      {[...names, ...(isOther ? [who] : [])].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      <option value={COMMAND_LINE}>{t('staff.audit.house')}</option>
    </SelectInput>
  )
}
