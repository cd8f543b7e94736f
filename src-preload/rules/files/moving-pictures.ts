/** Pictures that move: GIF, APNG, animated WebP and AVIF. Read from their blocks, without decoding anything. */

export interface MovingPicture {
  /** At least two. */
  readonly frames: number
  /** How long the last one is seen; null where the file does not say it by frame. */
  readonly lastMs: number | null
}

/** Browsers show what is to be seen for so little as if the file said nothing. */
const shortestMs = 11
const usualMs = 100

/** Takes the whole file. Null for anything that does not move, and for what is not understood. */
export function movingPicture(bytes: Uint8Array): MovingPicture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const times = timesIn(view)
    return times !== null && times.frames > 1 ? times : null
  }
  catch (error) {
    // The only error is a read beyond the end: a cut file is told where it is read.
    if (error instanceof RangeError)
      return null
    throw error
  }
}

function timesIn(view: DataView): MovingPicture | null {
  if (wordAt(view, 0) === 'GIF8')
    return ofGif(view)
  if (wordAt(view, 0) === '\x89PNG')
    return ofPng(view)
  if (wordAt(view, 0) === 'RIFF' && wordAt(view, 8) === 'WEBP')
    return ofWebp(view)
  return wordAt(view, 4) === 'ftyp' && wordAt(view, 8) === 'avis' ? ofAvif(view) : null
}

function wordAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}

const shownFor = (ms: number): number => ms < shortestMs ? usualMs : ms

/** GIF89a, §18–23: a control block says how long the image after it is seen, in hundredths of a second. */
function ofGif(view: DataView): MovingPicture {
  const tableLength = (flags: number): number => (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
  let [at, frames, lastMs, controlMs] = [13 + tableLength(view.getUint8(10)), 0, 0, 0]
  const skipBlocks = (): void => {
    while (view.getUint8(at) !== 0)
      at += 1 + view.getUint8(at)
    at += 1
  }
  while (at < view.byteLength) {
    const kind = view.getUint8(at)
    if (kind === 0x21) {
      if (view.getUint8(at + 1) === 0xF9)
        controlMs = view.getUint16(at + 4, true) * 10
      at += 2
    }
    else if (kind === 0x2C) {
      frames += 1
      lastMs = controlMs
      at += 11 + tableLength(view.getUint8(at + 9))
    }
    else {
      break
    }
    skipBlocks()
  }
  return { frames, lastMs: shownFor(lastMs) }
}

/** PNG, third edition, §11.3.2: `acTL` says how many, `fcTL` how long each is seen. */
function ofPng(view: DataView): MovingPicture | null {
  let [frames, lastMs] = [0, 0]
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = wordAt(view, at + 4)
    if (kind === 'acTL')
      frames = view.getUint32(at + 8)
    else if (kind === 'IDAT' && frames === 0)
      return null
    else if (kind === 'fcTL')
      lastMs = view.getUint16(at + 28) / (view.getUint16(at + 30) || 100) * 1000
  }
  return { frames, lastMs: shownFor(lastMs) }
}

/** https://developers.google.com/speed/webp/docs/riff_container: an `ANMF` for each, with its time in milliseconds. */
function ofWebp(view: DataView): MovingPicture {
  let [frames, lastMs] = [0, 0]
  for (let at = 12; at + 8 <= view.byteLength;) {
    const length = view.getUint32(at + 4, true)
    if (wordAt(view, at) === 'ANMF') {
      frames += 1
      lastMs = view.getUint32(at + 20, true) & 0xFFFFFF
    }
    at += 8 + length + length % 2
  }
  return { frames, lastMs: shownFor(lastMs) }
}

/** ISO/IEC 14496-12 §8.7.3: how many samples the track of pictures has. Nothing else of that name is in such a file. */
function ofAvif(view: DataView): MovingPicture | null {
  for (let at = 8; at + 16 <= view.byteLength; at++) {
    if (view.getUint8(at) === 0x73 && wordAt(view, at) === 'stsz')
      return { frames: view.getUint32(at + 12), lastMs: null }
  }
  return null
}
