import { useEffect } from 'react'

/** The document title: the title of the page and the name of the product. */
export function pageTitle(title: string): string {
  return `${title} · Loge`
}

/** What the title of the tab is made of. The topmost overlay names it; the page below keeps its own title meanwhile. */
let page: string | null = null
let overlays: readonly { title: string }[] = []
let count: string | null = null

function show(): void {
  const title = overlays.at(-1)?.title ?? page
  if (title === null) return
  document.title = count === null ? pageTitle(title) : `(${count}) ${pageTitle(title)}`
}

/** Sets the document title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/** Sets the document title while an overlay is open. Returns the function that restores the one below. */
export function showOverlayTitle(title: string): () => void {
  const overlay = { title }
  overlays = [...overlays, overlay]
  show()
  return () => {
    overlays = overlays.filter((each) => each !== overlay)
    show()
  }
}

/** Puts the number of what is unread before every title, as in "(3) Home · Loge". Null removes it. */
export function setTitleCount(unread: string | null): void {
  count = unread
  show()
}
