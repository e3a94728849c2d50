import { useBook } from '#web/lib/i18n.ts'
import { OpensSoon } from './opens-soon.tsx'

export function PrivacyPolicyPage() {
  const { privacy_policy } = useBook('legal')
  return <OpensSoon title={privacy_policy.title} />
}
