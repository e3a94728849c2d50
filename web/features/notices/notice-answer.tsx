import { useEffect, useRef, useState } from 'react'
import type { Notice } from '#contract/notices.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { NoticeAnswerForm } from './notice-answer-form.tsx'

/** The answer that was given, or the form to give one if that is allowed. A draft is restored. */
export function NoticeAnswer({ notice, user_id }: { notice: Notice; user_id: string }) {
  const { t } = useTranslation()
  const { id, answer, may_answer } = notice
  const [text, setText] = useState(() => (may_answer ? readDraft(user_id, id).text : ''))
  const [isOpen, setOpen] = useState(text !== '')
  const opener = useRef<HTMLButtonElement>(null)
  const given = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (may_answer) writeDraft(user_id, id, { text })
  }, [may_answer, user_id, id, text])

  const hasArrived = answer !== null && answer === text.trim()
  useEffect(() => {
    if (!hasArrived) return
    writeDraft(user_id, id, { text: '' })
    // The field disappears with the focus in it, so the focus moves to the answer.
    given.current?.focus()
  }, [hasArrived, user_id, id])

  if (answer !== null) {
    return (
      <div ref={given} tabIndex={-1} className="mt-3 rounded-lg bg-sunken px-4 py-3 outline-offset-2">
        <p className="text-small font-semibold text-soft">{t('notices.your_answer')}</p>
        <p className="mt-0.5 break-words whitespace-pre-line">{answer}</p>
      </div>
    )
  }
  if (!may_answer) return null
  if (!isOpen) {
    return (
      <Button ref={opener} variant="secondary" size="sm" className="mt-3" onClick={() => setOpen(true)}>
        {t('notices.answer')}
      </Button>
    )
  }
  return (
    <NoticeAnswerForm
      id={id}
      text={text}
      onWrite={setText}
      onCancel={() => {
        setText('')
        setOpen(false)
        requestAnimationFrame(() => opener.current?.focus())
      }}
    />
  )
}
