/** Reads what ffmpeg says about an input: its streams, those that are used, and how long it lasts. */
import type { SoundTrackFacts, Streams, VideoColours } from './probe-types.ts'

export interface FilmFacts extends Pick<Streams, 'width' | 'height' | 'framesPerSecond' | 'videoCodec' | 'colours' | 'hdr'> {
  /** It is stored turned by a quarter. */
  readonly isOnItsSide: boolean
}

export interface Described {
  /** Null where it says none, or only estimates that of a film from the bit rate. Sounds are measured when they are decoded. */
  readonly durationSeconds: number | null
  /** The first picture that is not a cover, nor there for the chapters of a sound. */
  readonly film: FilmFacts | null
  /** Where `film` is null: there are pictures of chapters, which ffmpeg takes for a film. */
  readonly hasChapterPictures: boolean
  /** In ffmpeg's order; `sound` is the one that is used. */
  readonly sounds: readonly SoundTrackFacts[]
  readonly sound: number
}

export function describedIn(said: string): Described {
  // ffmpeg describes its output below the input in the same format.
  const input = said.slice(0, said.search(/^Output #0|^Stream mapping:/m) >>> 0)
  const streams = input.split(/^ {2,}(?=Stream #0:)/m).slice(1)
  const seen = streams.find(each => isOf(each, 'Video') && !/\((?:attached pic|timed thumbnails)\)/.test(firstLine(each)))
  const sounds = streams.filter(each => isOf(each, 'Audio'))
  const facts = seen === undefined ? null : filmFacts(seen)
  const hasChapterPictures = facts !== null && sounds.length > 0 && areOfChapters(facts, input)
  const film = hasChapterPictures ? null : facts
  const stated = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(input)
  const isEstimated = /Estimating duration from bitrate/.test(input)
  return {
    durationSeconds: stated && !(isEstimated && film !== null)
      ? Number(stated[1]) * 3600 + Number(stated[2]) * 60 + Number(stated[3])
      : null,
    film,
    hasChapterPictures,
    sounds: sounds.map(soundFacts),
    sound: usedOf(sounds),
  }
}

/**
 * Whether pictures belong to the chapters of an audiobook or a podcast whose program did not mark them so: single images, in a file that
 * calls itself a sound, or fewer than one a second where there are chapters. A slideshow is encoded as a film, or has no chapters.
 */
function areOfChapters({ videoCodec, framesPerSecond }: Pick<FilmFacts, 'videoCodec' | 'framesPerSecond'>, input: string): boolean {
  const areImages = videoCodec === 'mjpeg' || videoCodec === 'png'
  const isSound = /^ *major_brand *: M4[AB] /m.test(input)
  return areImages && (isSound || (framesPerSecond !== null && framesPerSecond < 1 && /^ *Chapter #0:\d/m.test(input)))
}

function firstLine(stream: string): string {
  return stream.split('\n', 1)[0] ?? ''
}

function isOf(stream: string, kind: 'Audio' | 'Video'): boolean {
  return new RegExp(`^Stream #0:\\d.*: ${kind}: `).test(firstLine(stream))
}

/** Sounds for some listeners only, and remarks over the sound. */
const beside = /\((?:visual impaired|hearing impaired|comment|descriptions)\)/

/** The default one; else the first, and no sound that accompanies another before that. */
function usedOf(sounds: readonly string[]): number {
  const lines = sounds.map(firstLine)
  const found = [
    lines.findIndex(line => line.includes('(default)') && !beside.test(line)),
    lines.findIndex(line => !beside.test(line)),
  ].find(at => at >= 0)
  return found ?? 0
}

/** In `yuv420p(tv, bt709/unknown/unknown, progressive)` matrix, primaries and transfer follow each other; one name stands for all three. */
function coloursIn(line: string): VideoColours {
  const [, said = ''] = /, \w+\(([^)]*)\)/.exec(line) ?? []
  const words = said.split(', ')
  const alone = words.find(word => /^(?:bt|smpte|fcc|gbr|rgb)/.test(word))
  const names = words.find(word => word.includes('/'))?.split('/') ?? (alone === undefined ? [] : [alone, alone, alone])
  const named = (at: number): string | null => {
    const name = names[at]
    return name === undefined || /^(?:unknown|reserved)$/.test(name) ? null : name
  }
  return { matrix: named(0), primaries: named(1), transfer: named(2), isFullRange: words.includes('pc') }
}

function filmFacts(stream: string): FilmFacts {
  const line = firstLine(stream)
  const size = /, (\d{1,5})x(\d{1,5})/.exec(line)
  const rate = /, ([\d.]+)(k?) fps/.exec(line) ?? /, ([\d.]+)(k?) tbr/.exec(line)
  const shown = {
    videoCodec: /Video: (\w+)/.exec(line)?.[1] ?? null,
    framesPerSecond: rate ? Number(rate[1]) * (rate[2] === 'k' ? 1000 : 1) : null,
  }
  if (!size)
    return { width: null, height: null, ...shown, colours: null, hdr: null, isOnItsSide: false }
  const turn = Number(/rotation of (-?[\d.]+) degrees/.exec(stream)?.[1] ?? 0)
  // What the container says comes last, and is what ffmpeg's filters go by.
  const shape = /, SAR (\d+):(\d+) DAR/.exec(line) ?? /\[SAR (\d+):(\d+) DAR/.exec(line)
  const [across, down] = [Math.round(Number(size[1]) * Number(shape?.[1] ?? 1) / Number(shape?.[2] ?? 1)), Number(size[2])]
  const isOnItsSide = Math.abs(Math.round(turn)) % 180 === 90
  return {
    width: isOnItsSide ? down : across,
    height: isOnItsSide ? across : down,
    ...shown,
    colours: coloursIn(line),
    hdr: line.includes('/smpte2084') ? 'pq' : line.includes('/arib-std-b67') ? 'hlg' : null,
    isOnItsSide,
  }
}

const channelWords: Readonly<Record<string, number>> = {
  'mono': 1,
  'stereo': 2,
  'downmix': 2,
  '2.1': 3,
  '3.0': 3,
  'quad': 4,
  '3.1': 4,
  '4.0': 4,
  '4.1': 5,
  '5.0': 5,
  '5.1': 6,
  '6.0': 6,
  'hexagonal': 6,
  '6.1': 7,
  '7.0': 7,
  '7.1': 8,
  'octagonal': 8,
}

function soundFacts(stream: string): SoundTrackFacts {
  const line = firstLine(stream)
  const rate = /, (\d+) Hz/.exec(line)?.[1]
  const layout = /Hz, (?:(\d+) channels|([\w.]+))/.exec(line)
  return {
    codec: /Audio: (\w+)/.exec(line)?.[1] ?? 'unknown',
    stream: Number(/^Stream #0:(\d+)/.exec(line)?.[1] ?? 0),
    sampleRate: rate === undefined ? null : Number(rate),
    channels: (layout?.[1] ? Number(layout[1]) : channelWords[layout?.[2] ?? '']) ?? null,
    language: /^Stream #0:\d+(?:\[[^\]]*\])?\((\w+)\)/.exec(line)?.[1]?.replace(/^und$/, '') ?? '',
    title: titleIn(stream),
  }
}

/** What a program writes where nobody gave the track a name. */
const unnamed: ReadonlySet<string> = new Set(['SoundHandler', 'Core Media Audio', 'Sound Media Handler', 'Apple Sound Media Handler'])

function titleIn(stream: string): string {
  const title = /^ *(?:title|handler_name) *: (.*)$/m.exec(stream)?.[1]?.trim() ?? ''
  return unnamed.has(title) ? '' : title
}
