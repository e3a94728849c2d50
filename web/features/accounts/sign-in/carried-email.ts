import { useState } from 'react'
import { useLocation } from 'react-router'

/** An address typed on one of these screens is already there on the next: `carried` is the state of the link between them. */
export function useCarriedEmail() {
  const { state } = useLocation()
  const [email, setEmail] = useState(() => emailIn(state))
  return { email, setEmail, carried: { email } }
}

function emailIn(state: unknown): string {
  const email: unknown = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof email === 'string' ? email : ''
}
