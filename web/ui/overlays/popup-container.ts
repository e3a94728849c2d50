/**
 * The portal container for the popup of a control: the landmark or dialog around the control, so that assistive
 * technology finds the popup there, but outside of the elements in between, which might clip it.
 */
export function popupContainer(control: HTMLElement | null): HTMLElement | undefined {
  return control?.closest<HTMLElement>('main, header, footer, nav, [role=dialog]') ?? undefined
}
