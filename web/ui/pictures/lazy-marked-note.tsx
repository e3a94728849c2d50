import { type ComponentType, lazy, Suspense } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'

interface MarkedNoteProps {
  username: string
  look: 'line' | 'note'
}

/** Code splitting: few pictures carry a mark. If the note cannot be loaded, there is none. */
const MarkedNote = lazy(() =>
  withChunkTimeout(Promise.all([import('./marked-note.tsx'), loadNamespace('marks')])).then(
    ([module]): { default: ComponentType<MarkedNoteProps> } => ({ default: module.MarkedNote }),
    () => ({ default: () => null }),
  ),
)

export function LazyMarkedNote(props: MarkedNoteProps) {
  return (
    <Suspense>
      <MarkedNote {...props} />
    </Suspense>
  )
}
