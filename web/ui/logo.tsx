import { cx } from './cx.ts'

/** The logo without its name: an arch in garnet, a parted curtain in ivory, a brass rail. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 30 35" aria-hidden="true" className={cx('flex-none', className)}>
      <path d="M1.5 33.5V15A13.5 13.5 0 0 1 28.5 15V33.5Z" className="fill-house" />
      <path d="M15 5.2C15 14.5 11.2 20.6 7.2 25.2H22.8C18.8 20.6 15 14.5 15 5.2Z" className="fill-cream" />
      <rect y="25" width="30" height="2.4" rx="1" className="fill-gilt" />
      <path
        d="M5.2 27.4v6M10.1 27.4v6M15 27.4v6M19.9 27.4v6M24.8 27.4v6"
        className="stroke-gilt"
        strokeWidth="1.1"
        opacity=".75"
      />
    </svg>
  )
}

/** The logo with its name. Wrap it in a link if needed. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('logo wordmark inline-flex items-center', className)}>
      <LogoMark className="logo-mark" />
      <span>Loge</span>
    </span>
  )
}
