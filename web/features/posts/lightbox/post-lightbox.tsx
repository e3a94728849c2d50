import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type OpenedHere, POST_PARAMETER, postSearch } from '#web/features/posts/post-address.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { LightboxProps } from './lightbox.tsx'

const LazyLightbox = lazyOverlay(async () => (await import('./lightbox.tsx')).Lightbox, { ahead: true })

export type PostLightboxProps = Pick<LightboxProps, 'username' | 'viewer_id' | 'message' | 'ringOf'>

/** The lightbox over this page while the URL names a post. Its code is prefetched. */
export function PostLightbox(props: PostLightboxProps) {
  const { id, move, close } = useLightboxAddress()
  return <LazyLightbox {...props} open={id !== null} onClose={close} id={id} onMove={move} />
}

interface LightboxAddress {
  /** The post that is open; null if none is. */
  id: string | null
  /** Shows another post without a new history entry, so that going back closes the lightbox. */
  move: (id: string) => void
  close: () => void
}

/**
 * Binds the lightbox to the URL. Closing goes back in the history if a link on this page opened it, otherwise it
 * removes the parameter.
 */
function useLightboxAddress(): LightboxAddress {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const isOpenedHere = (state as OpenedHere | null)?.post_opened_here === true

  // navigate(-1) is asynchronous: a second call before it completes would go back two entries.
  const isClosing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL means that closing is done
  useEffect(() => {
    isClosing.current = false
  }, [search])

  function move(next: string) {
    if (isClosing.current) return
    void navigate({ pathname, search: postSearch(search, next), hash }, { replace: true, state })
  }

  function close() {
    if (isClosing.current) return
    isClosing.current = true
    if (isOpenedHere) {
      void navigate(-1)
      return
    }
    query.delete(POST_PARAMETER)
    void navigate({ pathname, search: query.toString(), hash }, { replace: true })
  }

  return { id: query.get(POST_PARAMETER), move, close }
}
