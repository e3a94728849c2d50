/**
 * Where a popup of this control is put in the page: inside the landmark or dialog the control is in, so that assistive
 * technology finds it there, but outside of the boxes in between, which might clip it.
 */
export function surroundingsOf(control: HTMLElement | null): HTMLElement | undefined {
  return control?.closest<HTMLElement>('main, header, footer, nav, [role=dialog]') ?? undefined
}
