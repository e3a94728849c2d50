import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePersonActions } from '#web/ui/person-actions.ts'
import { Menu, type MenuProps } from './menu.tsx'

interface PersonMenuProps extends Pick<MenuProps, 'look' | 'className'> {
  username: string
  /** For creators, whom a member can also mute. */
  is_muted?: boolean
}

/** The menu about a person, on their page and in a conversation with them. */
export function PersonMenu({ username, is_muted, ...menu }: PersonMenuProps) {
  const { t } = useTranslation()
  const person = usePersonActions()
  if (!person) return null
  const entries = [
    ...(is_muted === undefined ? [] : [person.muteEntry(username, is_muted)]),
    person.blockEntry(username),
  ]
  return <Menu {...menu} label={t('blocks.more', { username })} entries={entries} />
}
