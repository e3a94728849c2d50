import { Link, Share2 } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import type { MenuEntry } from './overlays/menu-popup.tsx'

export interface Share {
  /** Copies the link to a page of this site. */
  copy: (path: string) => void
  /** The entries of a menu: copying, and the dialog of the system where there is one. */
  entries: (path: string, title: string) => MenuEntry[]
}

/** Passing on the link to a page. */
export function useShare(): Share {
  const { t } = useTranslation()

  async function copyLink(path: string): Promise<void> {
    const link = location.origin + path
    try {
      // On a page without HTTPS there is no clipboard API, and the browser may refuse it.
      await navigator.clipboard.writeText(link)
      toast({ type: 'success', message: t('ui.link_copied') })
    } catch {
      // The text is selected in it, so that it can be copied by hand.
      window.prompt(t('ui.copy_yourself'), link)
    }
  }

  async function share(path: string, title: string): Promise<void> {
    try {
      await navigator.share({ title, url: location.origin + path })
    } catch (error) {
      // Whoever closes the dialog of the system wants nothing else.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(path)
    }
  }

  const copy = (path: string) => void copyLink(path)
  return {
    copy,
    entries: (path, title) => [
      { label: t('ui.copy_link'), icon: <Link aria-hidden="true" />, onSelect: () => copy(path) },
      ...('share' in navigator
        ? [{ label: t('ui.share'), icon: <Share2 aria-hidden="true" />, onSelect: () => void share(path, title) }]
        : []),
    ],
  }
}
