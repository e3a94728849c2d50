import type { StoriesOf } from '#web/features/stories/stories-cache.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { useOverlayAddress } from '#web/ui/overlays/overlay-address.ts'

const LazyStoryViewer = lazyOverlay(async () => (await import('./story-viewer.tsx')).StoryViewer, { ahead: true })

/** The viewer over this page while the URL names a story. Its code is prefetched. */
export function StoryOverlay({ of, viewer_id }: { of: StoriesOf; viewer_id: string }) {
  const { id, move, close } = useOverlayAddress('story')
  return <LazyStoryViewer open={id !== null} onClose={close} of={of} id={id} viewer_id={viewer_id} onMove={move} />
}
