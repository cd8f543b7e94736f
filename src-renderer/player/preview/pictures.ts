/** The pictures of clips: a reader for each shot that is on the screen or soon will be, stills, and the state of broken files. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { PictureSource, Report, SourceOf } from './media.ts'
import type { Reader } from './reader.ts'
import type { VideoFile } from './video-reader.ts'
import { keysOf } from '#rules/sequence/motion.ts'
import { placementOf } from '#rules/sequence/placement.ts'
import { enlargedBy } from '#rules/sequence/transitions.ts'
import { createBlocks } from './blocks.ts'
import { createElementReader } from './element-reader.ts'
import { saidBy } from './media.ts'
import { createClearReader } from './opacity.ts'
import { createStills } from './stills.ts'
import { createVideoReader, openVideoFile, UndecodableError } from './video-reader.ts'

export interface ClipPicture {
  readonly image: CanvasImageSource
  /** Of the original. */
  readonly width: number
  readonly height: number
  readonly isExact: boolean
}

export interface Wanted {
  readonly clip: PictureClip
  /** Which pass of a loop it is for, 0 or 1: the next one opens while this one is shown. */
  readonly turn: number
  /** Of the source. */
  readonly seconds: number
  /** Seconds of the source for each second; 0 while it is or runs backwards. */
  readonly pace: number
  /** What it is drawn on. */
  readonly canvas: Size
}

export interface Pictures {
  /** `none` where there is nothing to draw: missing, broken or waited for elsewhere. Null while it is on its way. */
  at: (wanted: Wanted) => ClipPicture | 'none' | null
  /** Opens what will soon be wanted. */
  prepare: (wanted: Wanted) => void
  /** Closes readers that were not asked since the last call but one. */
  tidy: () => void
  /** Tries again what was broken. */
  retry: () => void
  readonly bytes: number
  close: () => void
}

/** Idle files whose tables are kept, so that seeking back and forth does not wait for them again. */
const mostIdleFiles = 12

interface Open { readonly reader: Reader, readonly source: PictureSource, lastAsked: number }

export function createPictures({ sourceOf, report, onPicture }: { sourceOf: SourceOf, report: Report, onPicture: () => void }): Pictures {
  const stills = createStills({ report, onPicture })
  const blocks = createBlocks()
  const readers = new Map<string, Open>()
  /** In order of use, the latest last. */
  const files = new Map<string, { file: VideoFile, users: number }>()
  /** Names of files that nothing can read, or that only the browser's element can. */
  const broken = new Set<string>()
  const forElement = new Set<string>()
  let round = 0

  function fileOf(clip: PictureClip, source: PictureSource): VideoFile {
    const known = files.get(source.name)
    if (known) {
      known.users++
      files.delete(source.name)
      files.set(source.name, known)
      return known.file
    }
    const file = openVideoFile(blocks.open(() => {
      const newest = clip.takeId === null ? null : sourceOf(clip.takeId)
      return newest?.kind === 'video' && newest.name === source.name ? newest.url : source.url
    }))
    files.set(source.name, { file, users: 1 })
    return file
  }

  function open(clip: PictureClip, source: PictureSource, turn: number): Reader {
    const onBroken = (cause: unknown): void => {
      const canTryElement = cause instanceof UndecodableError && !forElement.has(source.name)
      if (canTryElement)
        forElement.add(source.name)
      else
        broken.add(source.name)
      if (clip.takeId !== null && !canTryElement)
        report({ what: 'unreadable', of: 'picture', takeId: clip.takeId, said: saidBy(cause) })
      drop(keyOf(clip, source, turn))
      onPicture()
    }
    const size = source.clear ? { ...source.clear, height: source.clear.height * 2 } : decodedSize(source)
    const whole = openWhole(clip, source, size, onBroken)
    return source.clear ? createClearReader(whole, source.clear) : whole
  }

  function openWhole(clip: PictureClip, source: PictureSource, size: Size, onBroken: (cause: unknown) => void): Reader {
    if (!('VideoDecoder' in globalThis) || forElement.has(source.name)) {
      report({ what: 'no-webcodecs', said: '' })
      return createElementReader(source.url, size, { onPicture, onBroken })
    }
    return createVideoReader(fileOf(clip, source), size, { onPicture, onBroken })
  }

  function drop(key: string): void {
    const opened = readers.get(key)
    if (!opened)
      return
    readers.delete(key)
    opened.reader.close()
    const shared = files.get(opened.source.name)
    if (!shared)
      return
    shared.users--
    const idle = [...files].filter(([, { users }]) => users === 0)
    for (const [name, { file }] of idle.slice(0, Math.max(0, idle.length - mostIdleFiles))) {
      file.close()
      files.delete(name)
    }
  }

  /** Those that nothing reads, so that they are opened again. */
  function closeIdleFiles(): void {
    for (const [name, { file, users }] of files) {
      if (users > 0)
        continue
      file.close()
      files.delete(name)
    }
  }

  function at({ clip, turn, seconds, pace, canvas }: Wanted): ClipPicture | 'none' | null {
    if (clip.takeId === null)
      return 'none'
    const source = sourceOf(clip.takeId)
    if (source.kind === 'waiting')
      return 'none'
    if (source.kind === 'missing' || source.kind === 'unreadable') {
      report({ what: source.kind, of: 'picture', takeId: clip.takeId, said: '' })
      return 'none'
    }
    const { width, height } = source
    if (broken.has(source.name))
      return 'none'
    if (source.kind === 'still') {
      const found = stills.at(clip.takeId, source, widthOf(clip, source, canvas))
      return found ? { ...found, width, height } : stills.isBroken(source) ? 'none' : null
    }
    const key = keyOf(clip, source, turn)
    const opened: Open = readers.get(key) ?? { reader: open(clip, source, turn), source, lastAsked: round }
    readers.set(key, opened)
    opened.lastAsked = round
    const found = opened.reader.at(seconds, pace)
    return found && { ...found, width, height }
  }

  return {
    at,
    prepare: wanted => void at(wanted),
    tidy() {
      for (const [key, { lastAsked }] of readers) {
        if (lastAsked < round - 1)
          drop(key)
      }
      round++
    },
    retry() {
      broken.clear()
      closeIdleFiles()
      stills.retry()
    },
    get bytes() {
      return [...readers.values()].reduce((sum, { reader }) => sum + reader.bytes, stills.bytes + blocks.bytes)
    },
    close() {
      for (const key of readers.keys())
        drop(key)
      closeIdleFiles()
      stills.close()
    },
  }
}

function keyOf(clip: PictureClip, source: PictureSource, turn: number): string {
  return `${turn} ${clip.id} ${source.name}`
}

/** How wide a still is drawn, at most. */
function widthOf(clip: PictureClip, source: PictureSource, canvas: Size): number {
  const scale = Math.max(...keysOf(clip).scale?.map(key => key.value) ?? [clip.look.scale])
  return placementOf(clip.look, { ...clip.look, scale: scale * enlargedBy(clip) }, source, canvas).width
}

const shortSide = 540

/** Originals that have no proxy yet are decoded to the size of one. */
function decodedSize({ width, height }: PictureSource): { width: number, height: number } {
  const scale = Math.min(1, shortSide / Math.min(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
