/** Does it to one after another. One that fails stops no other; that it failed is said at the end, so that the job is tried again. */
export async function eachInTurn<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await act(item).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
