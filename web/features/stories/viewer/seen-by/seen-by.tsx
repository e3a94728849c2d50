import { Eye } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { useViewersQuery } from './queries.ts'
import { SeenByPanel } from './seen-by-panel.tsx'

export interface SeenByProps {
  /** The viewer's own story. */
  story_id: string
  hours_left: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The button that says how many have seen one's own story, and the list that it opens. */
export function SeenBy({ story_id, hours_left, isOpen, onOpen }: SeenByProps) {
  const { t, language } = useTranslation()
  const { total } = useViewersQuery(story_id, '')
  return (
    <>
      {total !== null && (
        <Button
          variant="ivory"
          size="sm"
          icon={<Eye aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => onOpen(true)}
        >
          {t('insights.viewers.seen_by', { count: total.toLocaleString(language) })}
        </Button>
      )}
      <SeenByPanel open={isOpen} onClose={() => onOpen(false)} story_id={story_id} hours_left={hours_left} />
    </>
  )
}
