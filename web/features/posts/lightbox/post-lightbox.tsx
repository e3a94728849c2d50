import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { LightboxProps } from './lightbox.tsx'
import { useLightboxAddress } from './lightbox-address.ts'

const LazyLightbox = lazyOverlay(async () => (await import('./lightbox.tsx')).Lightbox, { ahead: true })

export type PostLightboxProps = Pick<LightboxProps, 'username' | 'viewer_id' | 'message' | 'ringOf'>

/** The post that the address of this page names, over the page. Fetched before the first one is opened. */
export function PostLightbox(props: PostLightboxProps) {
  const { id, move, close } = useLightboxAddress()
  return <LazyLightbox {...props} open={id !== null} onClose={close} id={id} onMove={move} />
}
