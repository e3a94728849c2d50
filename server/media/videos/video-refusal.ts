import type { VideoRefusalReason } from '#contract/errors.ts'

export class VideoRefusal extends Error {
  readonly reason: VideoRefusalReason

  constructor(reason: VideoRefusalReason) {
    super(`the video is refused: ${reason}`)
    this.reason = reason
  }
}

export interface RemuxedVideo {
  width: number
  height: number
}

/** The message to the remux worker. */
export interface RemuxQuestion {
  from: string
  to: string
}

/** Its answer. A failure is an error of the disk, with the code of the system. */
export type RemuxAnswer =
  | { video: RemuxedVideo }
  | { refusal: VideoRefusalReason }
  | { failure: { message: string; code: string | undefined } }
