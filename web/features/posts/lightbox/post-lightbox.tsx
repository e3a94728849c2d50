import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { useOverlayAddress } from '#web/ui/overlays/overlay-address.ts'
import type { LightboxProps } from './lightbox.tsx'

const LazyLightbox = lazyOverlay(async () => (await import('./lightbox.tsx')).Lightbox, { ahead: true })

export type PostLightboxProps = Pick<LightboxProps, 'username' | 'viewer_id' | 'message' | 'ringOf'>

/** The lightbox over this page while the URL names a post. Its code is prefetched. */
export function PostLightbox(props: PostLightboxProps) {
  const { id, move, close } = useOverlayAddress('post')
  return <LazyLightbox {...props} open={id !== null} onClose={close} id={id} onMove={move} />
}
