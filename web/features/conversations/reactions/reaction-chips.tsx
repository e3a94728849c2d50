import type { Reactions } from '#contract/conversations.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { emojiName } from './reaction-names.ts'
import { countLabel, sortedReactions } from './reactions.ts'

interface ReactionChipsProps {
  reactions: Reactions
  isOwn: boolean
  /** Nobody can react in a closed conversation. */
  isClosed: boolean
  onToggle: (emoji: string) => void
}

/** The reactions below a message. A press adds the viewer's own reaction or removes it. */
export function ReactionChips({ reactions, isOwn, isClosed, onToggle }: ReactionChipsProps) {
  const { t } = useTranslation()
  return (
    <ul
      aria-live="off"
      aria-label={t('conversations.thread.reactions')}
      className={cx('relative z-1 -mt-2 flex flex-wrap gap-1.5 px-3', isOwn && 'justify-end')}
    >
      {sortedReactions(reactions).map(({ emoji, count, isOwn: isMine }) => {
        const shown = countLabel(count)
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isMine}
              aria-label={t('conversations.thread.reaction', { name: emojiName(emoji), count: shown })}
              disabled={isClosed}
              onClick={() => onToggle(emoji)}
              className="reaction-chip"
            >
              <span aria-hidden="true" className="emoji">
                {emoji}
              </span>
              <span aria-hidden="true">{shown}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
