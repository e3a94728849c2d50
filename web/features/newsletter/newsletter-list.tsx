import { Download, Newspaper } from 'lucide-react'
import { useRef, useState } from 'react'
import { NEWSLETTER_STATES, type NewsletterAddress, newsletter } from '#contract/newsletter.ts'
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
import { AddressesSkeleton, AddressRow, PANEL } from './address-row.tsx'
import { useListAddress } from './list-address.ts'
import { useAddressesFileMutation, useAddressesQuery } from './list-queries.ts'

/** Who asked for early access, with search and download. Admins erase an address at the request of its owner. */
export function NewsletterList() {
  const { t } = useTranslation()
  const { filter, chooseState, writeSearch } = useListAddress()
  const list = useAddressesQuery(filter)
  const file = useAddressesFileMutation()
  const [erasing, setErasing] = useState<NewsletterAddress | null>(null)
  const [isErasing, setIsErasing] = useState(false)
  const area = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const isFiltered = filter.state !== null || filter.search !== ''

  function erase(address: NewsletterAddress) {
    setErasing(address)
    setIsErasing(true)
  }

  return (
    <>
      <FilterBar
        label={t('newsletter.list.search')}
        clearLabel={t('newsletter.list.clear_search')}
        search={filter.search}
        onSearch={writeSearch}
      >
        <Field label={t('newsletter.list.state')} className="min-w-36 flex-1 md:max-w-52">
          <SelectInput value={filter.state ?? ''} onChange={(event) => chooseState(event.target.value)}>
            <option value="">{t('newsletter.list.state_all')}</option>
            {NEWSLETTER_STATES.map((state) => (
              <option key={state} value={state}>
                {t(`newsletter.list.state_${state}`)}
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
          {t('newsletter.list.download')}
        </Button>
      </FilterBar>
      <section ref={area} tabIndex={-1} aria-label={t('newsletter.list.title')} className="outline-offset-4">
        <PagedList
          query={list}
          count={list.addresses.length}
          list={rows}
          focusable=":scope > li"
          skeleton={<AddressesSkeleton />}
          empty={
            <EmptyState
              icon={<Newspaper />}
              title={t('newsletter.list.none')}
              text={t(isFiltered ? 'newsletter.list.none_found' : 'newsletter.list.none_text')}
            />
          }
          words={{
            failed: t('newsletter.list.failed'),
            retry: t('newsletter.list.retry'),
            more: t('newsletter.list.more'),
          }}
          endClassName="pt-6 pb-4"
        >
          <ul
            ref={rows}
            aria-label={t('newsletter.list.title')}
            aria-busy={list.isPlaceholderData}
            className={cx(PANEL, 'transition-opacity', list.isPlaceholderData && 'opacity-60')}
          >
            {list.addresses.map((address) => (
              <AddressRow key={address.id} address={address} onErase={() => erase(address)} />
            ))}
          </ul>
        </PagedList>
      </section>
      <p className="mt-5 text-small text-mute">{t('newsletter.list.foot')}</p>
      {erasing && (
        <EraseDialog
          key={erasing.id}
          open={isErasing}
          onClose={() => setIsErasing(false)}
          title={t('newsletter.list.erase_title')}
          text={t('newsletter.list.erase_text', { email: erasing.email })}
          words={{ keep: t('newsletter.list.erase_keep'), confirm: t('newsletter.list.erase_send') }}
          erase={() => call(newsletter.erase_newsletter_address, { params: { id: erasing.id } })}
          queryKey={staffKeys.newsletter_addresses}
          erased={t('newsletter.list.erased')}
          focusAfter={() => area.current}
        />
      )}
    </>
  )
}
