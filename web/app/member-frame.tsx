import { Frame } from './frame.tsx'
import { Guard } from './guard.tsx'

/** The area behind the guard. */
export function MemberFrame() {
  return <Guard>{(user) => <Frame user={user} />}</Guard>
}
