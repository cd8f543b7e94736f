/** Reads a shot by WebCodecs: decodes ahead while it plays, and starts again where it is sent. */
import type { InputVideoTrack, WrappedCanvas } from 'mediabunny'
import type { BlockFile } from './blocks.ts'
import type { PictureSource } from './media.ts'
import type { Reader, ReaderEvents } from './reader.ts'
import { CanvasSink, CustomSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { blockBytes } from './blocks.ts'

/** Pictures that are kept, the shown one included. */
const depth = 8
/** Further than this, starting again is faster than decoding up to there. */
const reachSeconds = 1
/** A step of no more than this goes from picture to picture, so it is decoded as in playback. */
const stepSeconds = 0.15
/** Next to the blocks of the file, which are kept elsewhere. */
const cacheBytes = blockBytes

/** A file that several readers share. */
export interface VideoFile {
  readonly track: Promise<InputVideoTrack>
  close: () => void
}

export class UndecodableError extends Error {}

/** The caller gives the bytes, which are closed with the file. */
export function openVideoFile(bytes: BlockFile): VideoFile {
  const input = new Input({
    formats: [MP4, QTFF, MATROSKA, WEBM],
    source: new CustomSource({
      getSize: bytes.size,
      read: bytes.read,
      dispose: bytes.close,
      maxCacheSize: cacheBytes,
      handleUnhandledError: () => {}, // the next read fails, too, and says so
    }),
  })
  async function open(): Promise<InputVideoTrack> {
    const track = await input.getPrimaryVideoTrack()
    if (!track)
      throw new Error('The file has no video track')
    if (!await track.canDecode())
      throw new UndecodableError('The browser cannot decode it')
    return track
  }
  const track = open()
  track.catch(() => {}) // reported where it is awaited
  return { track, close: () => input.dispose() }
}

async function firstOf(sink: CanvasSink): Promise<WrappedCanvas | null> {
  const all = sink.canvases()
  const { value } = await all.next()
  await all.return()
  return value ?? null
}

export function createVideoReader(
  file: VideoFile,
  { width, height }: Pick<PictureSource, 'width' | 'height'>,
  { onPicture, onBroken }: ReaderEvents,
): Reader {
  /** The shown picture, then those that follow it. */
  let queue: WrappedCanvas[] = []
  let isQueueOld = true
  let iterator: AsyncGenerator<WrappedCanvas, void, unknown> | null = null
  let sink: CanvasSink | null = null
  let hasEnded = false
  let wanted = 0
  let pace = 0
  /** How often in a row the next moment was asked for while it is. */
  let stepsOn = 0
  let isPumping = false
  let isClosed = false
  let isBroken = false
  let startedAt = 0
  /** Timestamp of the first picture after the latest start. */
  let firstOut = -Infinity

  /** Whether the shown picture is the one at `wanted`, for what was decoded since the start comes from there. */
  function isFirst(shown: WrappedCanvas): boolean {
    return shown.timestamp === firstOut && wanted >= startedAt
  }

  function isExact(): boolean {
    const [shown, next] = queue
    if (!shown || isQueueOld)
      return false
    if (shown.timestamp > wanted)
      return isFirst(shown)
    return wanted < (next?.timestamp ?? shown.timestamp + shown.duration) || (!next && hasEnded)
  }

  function drop(): void {
    while (queue[1] && queue[1].timestamp <= wanted)
      queue.shift()
  }

  /** Whether decoding on comes to what is wanted, and soon. */
  function leadsThere(): boolean {
    const [shown] = queue
    const newest = queue.at(-1)
    if (!iterator || isQueueOld || !shown || !newest)
      return iterator !== null
    return (wanted >= shown.timestamp || isFirst(shown)) && (hasEnded || wanted <= newest.timestamp + reachSeconds)
  }

  async function stop(): Promise<void> {
    const before = iterator
    iterator = null
    await before?.return()
  }

  async function openSink(): Promise<CanvasSink> {
    const decoderOptions = { hardwareAcceleration: 'prefer-software' } as const
    // One more than are kept, so that the shown one is never drawn over.
    sink ??= new CanvasSink(await file.track, { width, height, fit: 'fill', poolSize: depth + 2, decoderOptions })
    return sink
  }

  /** While it is, one picture alone is decoded. */
  async function showOne(from: CanvasSink): Promise<void> {
    await stop()
    // Until it is there, what is shown still belongs to the start before.
    const start = wanted
    const found = await from.getCanvas(Math.max(0, start)) ?? await firstOf(from)
    if (isClosed)
      return
    if (!found)
      throw new Error('The file has no video track')
    startedAt = start
    firstOut = found.timestamp
    queue = [found]
    isQueueOld = false
    hasEnded = startedAt >= found.timestamp + found.duration
    onPicture()
  }

  async function run(from: CanvasSink): Promise<void> {
    await stop()
    const [shown] = queue
    hasEnded = false
    if (shown && isExact()) {
      iterator = from.canvases(shown.timestamp + shown.duration)
      return
    }
    startedAt = wanted
    isQueueOld = true
    iterator = from.canvases(Math.max(0, startedAt))
  }

  async function pull(): Promise<void> {
    const { done, value } = await iterator?.next() ?? { done: true, value: undefined }
    if (isClosed)
      return
    if (done || !value) {
      hasEnded = true
      isQueueOld = false
    }
    else {
      if (isQueueOld)
        firstOut = value.timestamp
      queue = isQueueOld ? [value] : [...queue, value]
      isQueueOld = false
      drop()
    }
    onPicture()
  }

  /** What is to be done next; null when nothing is. */
  function next(): (() => Promise<void>) | null {
    if (isClosed)
      return null
    const isThere = isExact()
    const canGoOn = leadsThere()
    if (pace <= 0 && isThere)
      return null
    if (canGoOn && !hasEnded)
      return isThere && queue.length >= depth ? null : pull
    if (canGoOn && isThere)
      return null
    return async () => (pace > 0 || stepsOn > 1 ? run : showOne)(await openSink())
  }

  async function pump(): Promise<void> {
    if (isPumping || isClosed || isBroken)
      return
    isPumping = true
    let failures = 0
    for (let act = next(); act; act = next()) {
      try {
        await act()
      }
      catch (cause) {
        // A decoder may be taken away from a page in the background: one more try.
        iterator = null
        sink = null
        isBroken = ++failures > 1
        if (isClosed || isBroken) {
          if (!isClosed)
            onBroken(cause)
          break
        }
      }
    }
    isPumping = false
    if (isClosed)
      await iterator?.return().catch(() => {})
  }

  return {
    at(seconds, atPace) {
      if (atPace !== 0 || seconds < wanted || seconds > wanted + stepSeconds)
        stepsOn = 0
      else if (seconds > wanted)
        stepsOn++
      wanted = seconds
      pace = atPace
      if (!isQueueOld)
        drop()
      void pump()
      const [shown] = queue
      return shown ? { image: shown.canvas, isExact: isExact(), seconds: shown.timestamp } : null
    },
    get bytes() {
      return sink ? width * height * 4 * (depth + 2) : 0
    },
    close() {
      isClosed = true
      queue = []
      if (!isPumping)
        void iterator?.return().catch(() => {})
    },
  }
}
