import { NavLink, type NavLinkProps } from 'react-router'

/** A page in the header; three brass footlights mark the one that is open. An address with a hash is only a part of a page. */
export function HeaderLink({ to, end = true, children }: { to: string; end?: boolean; children: string }) {
  const part: Pick<NavLinkProps, 'aria-current'> = to.includes('#') ? { 'aria-current': 'false' } : {}
  return (
    <NavLink
      to={to}
      end={end}
      {...part}
      className="nav-footlights inline-flex min-h-11 items-center rounded-sm px-4 text-ui font-medium text-soft transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      {children}
    </NavLink>
  )
}
