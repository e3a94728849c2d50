import { Flag } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePersonActions } from '#web/ui/person-actions.ts'
import { type ReportedThing, useReportDialog } from '#web/ui/report-dialog.ts'
import { Menu, type MenuProps } from './menu.tsx'

interface PersonMenuProps extends Omit<MenuProps, 'label' | 'entries'> {
  /** The accessible name, if the menu is not about the whole person. */
  label?: string
  /** What the menu reports: the profile, or a story or a message of this person. Null if the viewer cannot open it. */
  reported: ReportedThing | null
  username: string | null
  /** For creators, whom a member can also mute. */
  is_muted?: boolean
  /** Entries before those about the person. */
  first?: MenuProps['entries']
  /** Called when the menu or a dialog of it opens, and when everything is closed again. */
  onActive?: (isActive: boolean) => void
}

/** The menu about a person: on their page, in a conversation with them, and on their stories and messages. */
export function PersonMenu({ label, reported, username, is_muted, first = [], onActive, ...menu }: PersonMenuProps) {
  const { t } = useTranslation()
  const person = usePersonActions()
  const ReportDialog = useReportDialog()
  const [isReporting, setReporting] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isActive = isOpen || isReporting || (onActive !== undefined && person?.isAsking === true)
  const tell = useEffectEvent((active: boolean) => onActive?.(active))
  useEffect(() => tell(isActive), [isActive])

  if (!person) return null
  const report = {
    label: t('blocks.report'),
    icon: <Flag aria-hidden="true" />,
    danger: true,
    onSelect: () => setReporting(true),
  }
  const entries = [
    ...first,
    ...(is_muted === undefined || username === null ? [] : [person.muteEntry(username, is_muted)]),
    ...(reported && ReportDialog ? [report] : []),
    ...(username === null ? [] : [person.blockEntry(username)]),
  ]
  return (
    <>
      <Menu
        {...menu}
        label={label ?? t('blocks.more', { username: username ?? '' })}
        entries={entries}
        onOpenChange={(open) => {
          setOpen(open)
          menu.onOpenChange?.(open)
        }}
      />
      {reported && ReportDialog && (
        <ReportDialog thing={reported} open={isReporting} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
