import type { Reactions } from '#contract/conversations.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { emojiName } from './reaction-names.ts'
import { countLabel, sortedReactions } from './reactions.ts'

/** The reactions below a message. A press adds the viewer's own reaction or removes it. */
export function ReactionChips(props: { reactions: Reactions; isOwn: boolean; onToggle: (emoji: string) => void }) {
  const { reactions, isOwn, onToggle } = props
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
