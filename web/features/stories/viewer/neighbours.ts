/** What is drawn: the story that is shown, and those before and after it, unseen, unless the reader saves data. */
export function drawnAround<T>(stories: readonly T[], shown: T, savesData: boolean): readonly T[] {
  if (savesData) return [shown]
  const place = stories.indexOf(shown)
  return stories.slice(Math.max(0, place - 1), place + 2)
}
