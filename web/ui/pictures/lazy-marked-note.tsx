import { type ComponentType, lazy, Suspense } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'

interface MarkedNoteProps {
  username: string
  look: 'line' | 'note'
}

/** Code splitting: few pictures carry a mark, and their note waits for the first view. If it cannot be loaded, there is none. */
const MarkedNote = lazy(async (): Promise<{ default: ComponentType<MarkedNoteProps> }> => {
  await new Promise<void>(afterFirstView)
  return await withChunkTimeout(Promise.all([import('./marked-note.tsx'), loadNamespace('marks')])).then(
    ([module]) => ({ default: module.MarkedNote }),
    () => ({ default: () => null }),
  )
})

export function LazyMarkedNote(props: MarkedNoteProps) {
  return (
    <Suspense fallback={props.look === 'line' && <p className="mt-2 text-small max-lg:order-4">&nbsp;</p>}>
      <MarkedNote {...props} />
    </Suspense>
  )
}
