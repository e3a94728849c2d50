import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

/** The icon library has no brand icons. */
const NETWORKS: readonly { name: string; shape: ReactNode }[] = [
  {
    name: 'Instagram',
    shape: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <path d="M17 7h.01" />
      </>
    ),
  },
  {
    name: 'YouTube',
    shape: (
      <>
        <rect x="2" y="5" width="20" height="14" rx="4" />
        <path d="m10.2 9.2 4.6 2.8-4.6 2.8z" />
      </>
    ),
  },
  {
    name: 'Facebook',
    shape: <path d="M17 3h-2.6A4.4 4.4 0 0 0 10 7.4V10H7v4h3v7h4v-7h3l.8-4H14V7.6c0-.4.3-.6.6-.6H17z" />,
  },
  {
    name: 'Twitch',
    shape: <path d="M20.5 3h-16v14H9v4l4-4h3.5l4-4zM11 11V7m5 4V7" />,
  },
  { name: 'X', shape: <path d="M4 4h3.6L20 20h-3.6zm.6 16 6-6.7M19 4l-5.7 6.4" /> },
]

/** Disabled links: Loge has no accounts there yet. */
export function SocialIcons() {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('footer.social')} className="footer-list flex gap-2">
      {NETWORKS.map(({ name, shape }) => (
        <li key={name}>
          {/* biome-ignore lint/a11y/useFocusableInteractive: it leads nowhere, so there is no reason to stop at it */}
          {/* biome-ignore lint/a11y/useSemanticElements: an anchor without an address is not announced as a link */}
          <span
            role="link"
            aria-disabled="true"
            aria-label={name}
            className="grid size-11 cursor-not-allowed place-items-center rounded-full border border-line"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-icon-xl fill-none stroke-current stroke-icon [stroke-linecap:round] [stroke-linejoin:round]"
            >
              {shape}
            </svg>
          </span>
        </li>
      ))}
    </ul>
  )
}
