import { Download, Inbox } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ContactMessage, contact } from '#contract/contact.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FilterBar } from '#web/ui/forms/filter-bar.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { EraseDialog } from '#web/ui/overlays/erase-dialog.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { INBOX_STATES, type InboxFilter, useInboxAddress } from './inbox-address.ts'
import { useInboxFileMutation, useInboxQuery } from './inbox-queries.ts'
import { MessageCard } from './message-card.tsx'

/** What visitors wrote on the contact page, with search and download. Admins answer by mail, mark and erase. */
export function ContactInbox() {
  const { t } = useTranslation()
  const { filter, chooseState, writeSearch } = useInboxAddress()
  const list = useInboxQuery(filter)
  const file = useInboxFileMutation()
  const [erasing, setErasing] = useState<ContactMessage | null>(null)
  const [isErasing, setIsErasing] = useState(false)
  const area = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)

  function erase(message: ContactMessage) {
    setErasing(message)
    setIsErasing(true)
  }

  return (
    <>
      <FilterBar
        label={t('contact.inbox.search')}
        clearLabel={t('contact.inbox.clear_search')}
        search={filter.search}
        onSearch={writeSearch}
      >
        <Field label={t('contact.inbox.state')} className="min-w-36 flex-1 md:max-w-52">
          <SelectInput value={filter.state} onChange={(event) => chooseState(event.target.value)}>
            {INBOX_STATES.map((state) => (
              <option key={state} value={state}>
                {t(`contact.inbox.state_${state}`)}
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
          {t('contact.inbox.download')}
        </Button>
      </FilterBar>
      <section ref={area} tabIndex={-1} aria-label={t('contact.inbox.title')} className="outline-offset-4">
        <PagedList
          query={list}
          count={list.messages.length}
          list={rows}
          focusable=":scope > li"
          skeleton={<CardsSkeleton />}
          empty={<NoMessages filter={filter} />}
          words={{
            failed: t('contact.inbox.failed'),
            retry: t('contact.inbox.retry'),
            more: t('contact.inbox.more'),
          }}
          endClassName="pt-6 pb-4"
        >
          <ul
            ref={rows}
            aria-label={t('contact.inbox.title')}
            aria-busy={list.isPlaceholderData}
            className={cx('flex flex-col gap-3.5 transition-opacity', list.isPlaceholderData && 'opacity-60')}
          >
            {list.messages.map((message) => (
              <MessageCard key={message.id} message={message} onErase={() => erase(message)} />
            ))}
          </ul>
        </PagedList>
      </section>
      <p className="mt-5 text-small text-mute">{t('contact.inbox.foot')}</p>
      {erasing && (
        <EraseDialog
          key={erasing.id}
          open={isErasing}
          onClose={() => setIsErasing(false)}
          title={t('contact.inbox.erase_title', { name: erasing.name })}
          text={t('contact.inbox.erase_text')}
          words={{ keep: t('contact.inbox.erase_keep'), confirm: t('contact.inbox.erase_send') }}
          erase={() => call(contact.erase_contact_message, { params: { id: erasing.id } })}
          queryKey={staffKeys.contact_messages}
          erased={t('contact.inbox.erased')}
          focusAfter={() => area.current}
        />
      )}
    </>
  )
}

function NoMessages({ filter: { state, search } }: { filter: InboxFilter }) {
  const { t } = useTranslation()
  const isFound = search === ''
  return (
    <EmptyState
      icon={<Inbox />}
      title={t(state === 'open' && isFound ? 'contact.inbox.none_open' : 'contact.inbox.none')}
      text={t(isFound ? 'contact.inbox.none_text' : 'contact.inbox.none_found')}
    />
  )
}
