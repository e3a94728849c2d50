import { useEffect } from 'react'

/** As it stands in the browser's tab, history and bookmarks. */
export function pageTitle(title: string): string {
  return `${title} · Loge`
}

/** Names the page in the browser's tab, history and bookmarks. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
