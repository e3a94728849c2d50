import { useEffect } from 'react'

/** Names the page in the browser's tab, history and bookmarks. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Loge`
  }, [title])
}
