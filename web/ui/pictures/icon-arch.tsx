import type { LucideIcon } from 'lucide-react'

/** Decorative icon in a small arch, beside a text. */
export function IconArch({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span aria-hidden="true" className="grid h-13 w-11 place-items-center icon-arch bg-garnet-wash text-garnet-ink">
      <Icon className="size-icon-xl stroke-light" />
    </span>
  )
}
