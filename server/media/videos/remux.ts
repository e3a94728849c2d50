import { open } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'
import { VIDEO_MAX_SECONDS, VIDEO_MAX_SIDE } from '#contract/media.ts'
import { eraseDates } from './mp4-boxes.ts'
import { nalLengthSize, withoutSei } from './nal-units.ts'
import { type RemuxedVideo, VideoRefusal } from './video-refusal.ts'

/** The packets of a minute at the highest usual rates. */
const VIDEO_MAX_PACKETS = 30_000

/**
 * Remuxes a video: copies the video and audio packets unchanged into a new MP4 that begins with its index and contains
 * nothing else. It streams from file to file. `size` is the size of the file, which `refuseBombs` has checked.
 */
export async function remux(from: string, to: string, size: number): Promise<RemuxedVideo> {
  const input = new Input({ source: new FilePathSource(from), formats: [MP4, QTFF] })
  try {
    const video = await chooseVideo(input)
    const audio = await chooseAudio(input)
    const measured = { bytes: 0, starts_at: Number.POSITIVE_INFINITY, ends_at: 0 }
    const counts = {
      video: await measureTrack(video, measured),
      audio: audio ? await measureTrack(audio, measured) : 0,
    }
    // Samples may overlap. Without this check a small file could produce a huge one.
    if (measured.bytes > size) throw new VideoRefusal('unreadable')
    const seconds = measured.ends_at - Math.min(0, measured.starts_at)
    // Videos of "one minute" are often a few frames longer, so the length is rounded.
    if (Math.round(seconds) > VIDEO_MAX_SECONDS) throw new VideoRefusal('too_long')
    await copy(video, audio, counts, to)
    return { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
  } finally {
    input.dispose()
  }
}

async function chooseVideo(input: Input): Promise<InputVideoTrack> {
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new VideoRefusal('no_video')
  const codec = await video.getCodec()
  if (codec !== 'avc') throw new VideoRefusal(codec === 'hevc' ? 'hevc' : 'not_h264')
  const sides = [await video.getCodedWidth(), await video.getCodedHeight()]
  if (sides.some((side) => side < 1)) throw new VideoRefusal('unreadable')
  if (sides.some((side) => side > VIDEO_MAX_SIDE)) throw new VideoRefusal('too_wide')
  return video
}

/** Phones may record two audio tracks, one of them in a format that only they can play. */
async function chooseAudio(input: Input): Promise<InputAudioTrack | null> {
  const tracks = await input.getAudioTracks()
  for (const track of tracks) if ((await track.getCodec()) === 'aac') return track
  if (tracks.length > 0) throw new VideoRefusal('not_aac')
  return null
}

/** Reads the metadata of all packets. Returns their number. */
async function measureTrack(
  track: InputTrack,
  measured: { bytes: number; starts_at: number; ends_at: number },
): Promise<number> {
  let count = 0
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    count += 1
    measured.bytes += packet.byteLength
    measured.starts_at = Math.min(measured.starts_at, packet.timestamp)
    measured.ends_at = Math.max(measured.ends_at, packet.timestamp + packet.duration)
    if (count > VIDEO_MAX_PACKETS || !Number.isFinite(measured.ends_at)) throw new VideoRefusal('unreadable')
    if (Math.round(measured.ends_at) > VIDEO_MAX_SECONDS) throw new VideoRefusal('too_long')
  }
  if (count === 0) throw new VideoRefusal('unreadable')
  return count
}

async function copy(
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
  counts: { video: number; audio: number },
  to: string,
): Promise<void> {
  let index: { data: Uint8Array; position: number } | undefined
  const onMoov = (data: Uint8Array, position: number) => {
    index = { data: data.slice(), position }
  }
  // Space for the index is reserved at the beginning and filled at the end.
  const format = new Mp4OutputFormat({ fastStart: 'reserve', onMoov })
  const output = new Output({ format, target: new FilePathTarget(to) })
  try {
    const pictures = new EncodedVideoPacketSource('avc')
    output.addVideoTrack(pictures, {
      maximumPacketCount: counts.video,
      transformationMatrix: await video.getTransformationMatrix(),
    })
    const sound = new EncodedAudioPacketSource('aac')
    if (audio) output.addAudioTrack(sound, { maximumPacketCount: counts.audio })
    await output.start()

    const videoConfig = await video.getDecoderConfig()
    const audioConfig = await audio?.getDecoderConfig()
    const lengthSize = nalLengthSize(videoConfig?.description)
    if (!videoConfig || lengthSize === undefined || (audio && !audioConfig)) throw new VideoRefusal('unreadable')
    const videoMeta = { decoderConfig: videoConfig }
    const audioMeta = audioConfig ? { decoderConfig: audioConfig } : undefined
    const copied = { video: 0, audio: 0 }
    for await (const [kind, packet] of interleaved(video, audio)) {
      copied[kind] += 1
      if (kind === 'audio') await sound.add(packet, audioMeta)
      else await pictures.add(packet.clone({ data: withoutSei(packet.data, lengthSize) }), videoMeta)
    }
    // A truncated file has fewer packets than its index says.
    if (copied.video !== counts.video || copied.audio !== counts.audio) throw new VideoRefusal('unreadable')
    await output.finalize()
  } catch (error) {
    await output.cancel().catch(() => {})
    throw error
  }
  if (!index) throw new VideoRefusal('unreadable')
  await overwrite(to, eraseDates(index.data), index.position)
}

/** Interleaves the packets of both tracks by time, so that a player can start before the download is complete. */
async function* interleaved(
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
): AsyncGenerator<['video' | 'audio', EncodedPacket]> {
  const pictures = new EncodedPacketSink(video).packets()
  const sound = audio ? new EncodedPacketSink(audio).packets() : undefined
  let picture = await pictures.next()
  let tone = await sound?.next()
  while (!picture.done || (tone && !tone.done)) {
    if (tone && !tone.done && (picture.done || tone.value.timestamp < picture.value.timestamp)) {
      yield ['audio', tone.value]
      tone = await sound?.next()
    } else if (!picture.done) {
      yield ['video', picture.value]
      picture = await pictures.next()
    }
  }
}

async function overwrite(file: string, bytes: Uint8Array, position: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.write(bytes, 0, bytes.length, position)
  } finally {
    await handle.close()
  }
}
