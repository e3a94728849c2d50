import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { cx } from './cx.ts'

/** With large text the last tab wraps to a second line. */
const BAR = 'flex flex-wrap gap-1 border-b border-line max-phone-sm:gap-0'

/** Wide windows wrap, and phones scroll (see tabs.css). */
const ROW = 'tab-row relative flex gap-1 border-b border-line max-phone-sm:gap-0 lg:flex-wrap'

/** Three labels and a counter must fit on the narrowest phones, also in French. */
const TAB =
  'relative inline-flex min-h-12 rounded-sm cursor-pointer items-center gap-2 px-2.5 text-label font-semibold transition-colors max-phone-sm:gap-1 max-phone-sm:px-1 max-phone-sm:text-fine md:px-4.5 md:text-ui'

const OTHER = 'text-mute hover:text-ink'

const CURRENT =
  'text-ink after:absolute after:inset-x-2 after:-bottom-px after:h-tab-line after:rounded-line after:bg-garnet-ink md:after:inset-x-3.5'

export interface Tab<Id extends string> {
  id: Id
  label: ReactNode
}

export interface TabsProps<Id extends string> {
  /** The accessible name of the tab list. */
  label: string
  /** Prefix of the ids that connect tabs and panels; unique on the page. */
  name: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  className?: string
}

/** Tab list. Arrow keys, Home and End select a tab. */
export function Tabs<Id extends string>({ label, name, tabs, selected, onSelect, className }: TabsProps<Id>) {
  const bar = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const here = tabs.findIndex((tab) => tab.id === selected)
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (there === undefined) return
    const next = tabs[(there + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    bar.current?.querySelector<HTMLElement>(`#${tabId(name, next.id)}`)?.focus()
  }

  return (
    <div ref={bar} role="tablist" aria-label={label} className={cx(BAR, className)} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(name, tab.id)}
          aria-selected={tab.id === selected}
          aria-controls={panelId(name, tab.id)}
          tabIndex={tab.id === selected ? 0 : -1}
          className={cx(TAB, tab.id === selected ? CURRENT : OTHER)}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

/** Stays in the DOM, empty and hidden, while another tab is selected, so that `aria-controls` is valid. */
export function TabPanel<Id extends string>({
  name,
  id,
  selected,
  className,
  children,
}: {
  name: string
  id: Id
  selected: Id
  className?: string
  children: ReactNode
}) {
  const shown = id === selected
  return (
    <div
      role="tabpanel"
      id={panelId(name, id)}
      aria-labelledby={tabId(name, id)}
      hidden={!shown}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control in it must still be reached
      tabIndex={0}
      className={className}
    >
      {shown && children}
    </div>
  )
}

export interface TabLink {
  to: string
  label: ReactNode
  /** Whether it is the current one, if the URL does not tell. */
  isCurrent?: boolean
}

/** Says on the row of tabs in which directions it goes on, for the fade. */
function markOverflow(row: HTMLElement): void {
  const rest = row.scrollWidth - row.clientWidth - row.scrollLeft
  row.toggleAttribute('data-before', row.scrollLeft > 1)
  row.toggleAttribute('data-after', rest > 1)
}

/** Not with `scrollIntoView`, which would scroll the page too. */
function showCurrentTab(row: HTMLElement): void {
  const current = row.querySelector<HTMLElement>('[aria-current]')
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  markOverflow(row)
}

/** Links between related pages that look like tabs. On phones the row scrolls sideways, with the current tab in view. */
export function TabLinks({
  label,
  links,
  className,
}: {
  label: string
  links: readonly TabLink[]
  className?: string
}) {
  const row = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab depends on the URL
  useLayoutEffect(() => {
    const nav = row.current
    if (!nav) return
    // It also calls back once at the start. Tabs grow when the number in one of them is loaded.
    const resized = new ResizeObserver(() => showCurrentTab(nav))
    for (const box of [nav, ...nav.children]) resized.observe(box)
    return () => resized.disconnect()
  }, [pathname, search, links.length])
  return (
    <nav
      ref={row}
      aria-label={label}
      className={cx(ROW, className)}
      onScroll={(event) => markOverflow(event.currentTarget)}
    >
      {links.map(({ to, label, isCurrent }) =>
        isCurrent === undefined ? (
          <NavLink key={to} to={to} end className={({ isActive }) => cx(TAB, isActive ? CURRENT : OTHER)}>
            {label}
          </NavLink>
        ) : (
          <Link key={to} to={to} aria-current={isCurrent || undefined} className={cx(TAB, isCurrent ? CURRENT : OTHER)}>
            {label}
          </Link>
        ),
      )}
    </nav>
  )
}

function tabId(name: string, id: string) {
  return `${name}-tab-${id}`
}

function panelId(name: string, id: string) {
  return `${name}-panel-${id}`
}
