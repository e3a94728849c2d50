import { setPriority } from 'node:os'

/** What every worker process does: it answers each question of the server, and never outlives it. */
export function answerParent<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  // Whoever waits for a page goes first. Not every system lets a process step back.
  try {
    setPriority(5)
  } catch {}
  process.on('message', (question: Question) => {
    void answer(question).then((answered) => process.send?.(answered))
  })
  // The server finishes what is under way when it is told to end, and takes this process along.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  // Not `exit`, which would wait for a decoder.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
