import { useEffect } from 'react'

/** The document title: the title of the page and the name of the product. */
export function pageTitle(title: string): string {
  return `${title} · Loge`
}

/** Sets the document title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
