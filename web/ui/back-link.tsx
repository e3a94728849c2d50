import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { opensInNewTab } from '#web/lib/opens-in-new-tab.ts'
import { ButtonLink } from './button.tsx'

export interface BackLinkProps {
  /** The target if there is no page to go back to. */
  to: string
  children: ReactNode
}

/** Goes back in the history. Without an earlier page of this site, or without JavaScript, it is a normal link. */
export function BackLink({ to, children }: BackLinkProps) {
  const navigate = useNavigate()

  function goBack(event: MouseEvent) {
    if (opensInNewTab(event) || !hasPageBehind()) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <ButtonLink to={to} onClick={goBack} variant="ghost" size="sm" icon={<ArrowLeft aria-hidden="true" />}>
      {children}
    </ButtonLink>
  )
}

/** React Router numbers its history entries. Before number 0 there is another site, or nothing. */
function hasPageBehind(): boolean {
  return history.state?.idx > 0
}
