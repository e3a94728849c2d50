import { type Answer, StreamedAnswer } from './route.ts'

/** A CSV file to download, with the day in its name. */
export function csvAnswer(answer: Answer, name: string, now: Date, pieces: AsyncIterable<string>): StreamedAnswer {
  const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length)
  answer.header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
  return new StreamedAnswer('text/csv; charset=utf-8', pieces)
}
