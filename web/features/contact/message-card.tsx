import { Check, Mail, RotateCcw, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { ContactMessage } from '#contract/contact.ts'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'
import { useMarkMutation } from './inbox-queries.ts'

/** Most messages are read without a press. */
const CUT_AT = 600

/** A contact message: who wrote it, when and in which language, its words, and what can be done with it. */
export function MessageCard({ message, onErase }: { message: ContactMessage; onErase: () => void }) {
  const { t, language } = useTranslation()
  const nameId = useId()
  const { name, email, locale, created_at, answered_at } = message
  const mark = useMarkMutation(message.id)
  const isAnswered = answered_at !== null
  return (
    <li
      aria-labelledby={nameId}
      tabIndex={-1}
      className="rounded-card border border-line bg-surface px-4 pt-3 pb-4 md:px-5.5 md:pb-4.5"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 pt-1.5">
          <h2 id={nameId} dir="auto" className="font-semibold wrap-anywhere">
            {name}
          </h2>
          <p className="text-small wrap-anywhere text-mute">
            {email} · <time dateTime={created_at}>{dateText(created_at, language, 'moment')}</time>
          </p>
        </div>
        <Menu
          label={t('contact.inbox.more_for', { name })}
          className="-mr-2"
          entries={[
            { label: t('contact.inbox.erase'), icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: onErase },
          ]}
        />
      </div>
      <p className="mt-2 mb-3 flex flex-wrap gap-2">
        {answered_at === null ? (
          <Pill colour="brass">{t('contact.inbox.state_open')}</Pill>
        ) : (
          <Pill colour="ok" icon={<Check aria-hidden="true" />} isLong>
            {t('contact.inbox.answered_on', { date: dateText(answered_at, language, 'day') })}
          </Pill>
        )}
        <Pill>{t(`contact.inbox.written_in_${locale}`)}</Pill>
      </p>
      <ReadMore text={message.message} at={CUT_AT} className="max-w-prose wrap-anywhere" />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ButtonLink
          to={mailto(email, t(`contact.inbox.subject_${locale}`))}
          size="sm"
          variant={isAnswered ? 'secondary' : 'primary'}
          icon={<Mail aria-hidden="true" />}
        >
          {t('contact.inbox.answer')}
          <span className="sr-only"> {name}</span>
        </ButtonLink>
        <Button
          size="sm"
          variant="secondary"
          icon={isAnswered ? <RotateCcw aria-hidden="true" /> : <Check aria-hidden="true" />}
          loading={mark.isPending}
          onClick={() => mark.mutate(!isAnswered)}
        >
          {t(isAnswered ? 'contact.inbox.reopen' : 'contact.inbox.mark')}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

/** The address is encoded because a question mark in it would begin the headers of the mail. */
function mailto(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
