import { setPriority } from 'node:os'

/** The message loop of a worker process: answers each question of the server, and ends when the server does. */
export function answerParent<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  // A lower priority, because requests are more urgent. Not every system allows it.
  try {
    setPriority(5)
  } catch {}
  process.on('message', (question: Question) => {
    void answer(question).then((answered) => process.send?.(answered))
  })
  // Signals are ignored: the server finishes running work when it is told to end, and then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  // SIGKILL and not `exit`, which would wait for a decoder thread.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
