import { NavLink, type NavLinkProps } from 'react-router'

/** A link in the header. Three brass lights mark the current page; a link with a hash is never marked. */
export function HeaderLink({
  to,
  end = true,
  onClick,
  children,
}: Pick<NavLinkProps, 'onClick'> & { to: string; end?: boolean; children: string }) {
  const part: Pick<NavLinkProps, 'aria-current'> = to.includes('#') ? { 'aria-current': 'false' } : {}
  return (
    <NavLink
      to={to}
      end={end}
      onClick={onClick}
      {...part}
      className="nav-footlights inline-flex min-h-11 items-center rounded-sm px-4 text-ui font-medium text-soft transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      {children}
    </NavLink>
  )
}
