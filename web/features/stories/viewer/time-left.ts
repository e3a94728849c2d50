/** How long a story is still up: minutes when it is one hour or less, and at least one of them; otherwise whole hours. */
export function storyTimeLeft(hours: number): { unit: 'minutes' | 'hours'; count: number } {
  if (hours <= 1) return { unit: 'minutes', count: Math.max(1, Math.round(hours * 60)) }
  return { unit: 'hours', count: Math.floor(hours) }
}
