/** Why a video is not taken. */
export type RefusalReason = 'unreadable' | 'no_video' | 'hevc' | 'not_h264' | 'not_aac' | 'too_wide' | 'too_long'

export class VideoRefusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
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
export type RemuxAnswer = { video: RemuxedVideo } | { refusal: RefusalReason }
