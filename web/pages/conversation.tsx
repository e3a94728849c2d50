import { useParams } from 'react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { Thread } from '#web/features/conversations/thread/thread.tsx'

/** A thread fills the window, below the header if there is one. */
export function ConversationPage() {
  const { id = '' } = useParams()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return (
    <div className="flex h-dvh min-w-0 flex-col md:h-[calc(100dvh-72px)] low:max-lg:h-dvh!">
      <Thread conversation_id={id} user_id={viewer.user.id} />
    </div>
  )
}
