import { useParams } from 'react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { Thread } from '#web/features/conversations/thread.tsx'

export function ConversationPage() {
  const { id = '' } = useParams()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return <Thread conversation_id={id} user_id={viewer.user.id} />
}
