import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { registerWorker } from '#web/lib/service-worker.ts'
import type { PageRequest } from '#web/sw/protocol.ts'

/**
 * Registers the service worker for a member, goes where a clicked notification leads, and tells the worker which page is
 * open.
 */
export function useServiceWorker(): void {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))

  useEffect(() => {
    void registerWorker()
    const workers = navigator.serviceWorker

    function follow({ data, ports }: MessageEvent<PageRequest | undefined>) {
      if (data?.type === 'open-path') open(data.path)
      if (data) ports[0]?.postMessage(location.pathname + location.search)
    }

    workers?.addEventListener('message', follow)
    return () => workers?.removeEventListener('message', follow)
  }, [])
}
