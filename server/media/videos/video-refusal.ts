import type { VideoRefusalReason } from '#contract/errors.ts'

export class VideoRefusal extends Error {
  readonly reason: VideoRefusalReason

  constructor(reason: VideoRefusalReason) {
    super(`the video is refused: ${reason}`)
    this.reason = reason
  }
}

/** What is known of a video once it was written anew. */
export interface RemuxedVideo {
  width: number
  height: number
}

/** What the process that rewrites a video is told. */
export interface RemuxQuestion {
  from: string
  to: string
}

/** What it says when it is done. A failure is one of the disk, with the code of the system. */
export type RemuxAnswer =
  | { video: RemuxedVideo }
  | { refusal: VideoRefusalReason }
  | { failure: { message: string; code: string | undefined } }
