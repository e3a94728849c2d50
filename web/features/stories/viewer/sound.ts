/** What somebody chose, and whether the browser lets it be so. */
export interface Sound {
  readonly is_wanted: boolean
  /** The browser plays nothing aloud until something is pressed. It changes what is heard, not what was chosen. */
  readonly is_refused: boolean
}

export function isMuted({ is_wanted, is_refused }: Sound): boolean {
  return !is_wanted || is_refused
}

/** Somebody presses the button: they want the other of what they hear. A press is also what a browser waits for. */
export function toggled(sound: Sound): Sound {
  return { is_wanted: isMuted(sound), is_refused: false }
}
