/** With whose eyes creators may look at their own page: `?as=visitor`. */
export const FAN_VIEWS = ['visitor', 'subscriber'] as const
export type FanView = (typeof FAN_VIEWS)[number]

export function fanViewIn(id: string | null): FanView | null {
  return FAN_VIEWS.find((view) => view === id) ?? null
}
