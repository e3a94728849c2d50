import { setPriority } from 'node:os'
import { AppError } from '#server/errors.ts'
import type { Drawn, Picture } from './decode-pool.ts'
import { encodePicture } from './image-encoder.ts'

/**
 * A process that draws pictures anew, one at a time. A file that crashes a decoder or keeps it busy for ever costs this
 * process and not the server; and what somebody uploads never shares memory with anybody's token.
 */
async function draw({ path, bytes }: Picture): Promise<Drawn> {
  try {
    return { files: await encodePicture(path, bytes) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

// Whoever waits for a page goes first. Not every system lets a process step back.
try {
  setPriority(5)
} catch {}

process.on('message', (picture: Picture) => {
  void draw(picture).then((drawn) => process.send?.(drawn))
})
// The server finishes what is under way when it is told to end, and takes this process along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// Not `exit`, which would wait for a decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
