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

/** What the thread that rewrites a video is told. */
export interface RemuxQuestion {
  from: string
  to: string
}

/** What the thread that rewrites a video says when it is done. */
export type RemuxAnswer = { video: RemuxedVideo } | { refusal: VideoRefusalReason }
