/** How an attempt to play ended: as asked, without the sound that was asked for, not at all, or called off by a pause. */
export type Played = 'playing' | 'without_sound' | 'refused' | 'called_off'

/** A browser may refuse to play with sound before anybody has pressed something: then without. It may refuse that too. */
export async function playOn(element: Pick<HTMLVideoElement, 'play' | 'muted'>): Promise<Played> {
  const asked = await attempt(element)
  if (asked !== 'refused' || element.muted) return asked
  element.muted = true
  const silent = await attempt(element)
  return silent === 'playing' ? 'without_sound' : silent
}

async function attempt(element: Pick<HTMLVideoElement, 'play'>): Promise<Played> {
  try {
    await element.play()
    return 'playing'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'called_off'
  }
}
