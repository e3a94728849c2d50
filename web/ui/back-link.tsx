import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { opensElsewhere } from '#web/lib/opens-elsewhere.ts'
import { ButtonLink } from './button.tsx'

export interface BackLinkProps {
  /** Where it leads when there is nothing to go back to. */
  to: string
  children: ReactNode
}

/** Goes back to the page one came from; for who came from elsewhere, or has no scripts, it is a link like any other. */
export function BackLink({ to, children }: BackLinkProps) {
  const navigate = useNavigate()

  function goBack(event: MouseEvent) {
    if (opensElsewhere(event) || !hasPageBehind()) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <ButtonLink to={to} onClick={goBack} variant="ghost" size="sm" icon={<ArrowLeft aria-hidden="true" />}>
      {children}
    </ButtonLink>
  )
}

/** The router numbers the pages of a visit. Behind number 0 lies another site, or nothing. */
function hasPageBehind(): boolean {
  return history.state?.idx > 0
}
