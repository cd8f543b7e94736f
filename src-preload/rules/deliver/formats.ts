/** What each kind of file can contain. */
import type { AudioCodec, CaptionMode, Encoding, Format, VideoCodec } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import { keepsBitRate } from './bit-rate.ts'
import { fitsPictureForm } from './picture-form.ts'
import { fitsForm } from './sound-form.ts'

interface Holds {
  readonly mime: string
  readonly video: readonly VideoCodec[]
  readonly audio: readonly AudioCodec[]
  /** Captions that the player shows or hides. */
  readonly softCaptions: boolean
  readonly chapters: boolean
  /** A picture that players show while the sound plays. */
  readonly cover: boolean
}

const sound = { video: [], softCaptions: false, chapters: true, cover: true } as const
const picture = { audio: [], softCaptions: false, chapters: false, cover: false } as const
const film = { softCaptions: true, chapters: true, cover: false } as const

export const formats: Readonly<Record<Format, Holds>> = {
  mp4: { mime: 'video/mp4', ...film, video: ['h264', 'hevc', 'av1'], audio: ['aac'] },
  mov: { mime: 'video/quicktime', ...film, video: ['h264', 'hevc', 'prores', 'prores4444', 'dnxhr'], audio: ['aac', 'pcm'] },
  webm: { mime: 'video/webm', ...film, video: ['vp9', 'av1'], audio: ['opus'] },
  mkv: { mime: 'video/x-matroska', ...film, video: ['h264', 'hevc', 'av1', 'vp9'], audio: ['aac', 'opus', 'flac', 'mp3', 'pcm'] },
  // Operational pattern 1a of SMPTE ST 378. Captions and chapters are not written into it.
  mxf: { mime: 'application/mxf', ...film, video: ['dnxhr'], audio: ['pcm'], softCaptions: false, chapters: false },
  gif: { mime: 'image/gif', ...picture, video: ['gif'] },
  webp: { mime: 'image/webp', ...picture, video: ['webp'] },
  png: { mime: 'image/png', ...picture, video: ['png'] },
  jpeg: { mime: 'image/jpeg', ...picture, video: ['jpeg'] },
  frames: { mime: 'image/png', ...film, video: ['frames'], audio: ['pcm'], softCaptions: false, chapters: false },
  wav: { mime: 'audio/wav', ...sound, audio: ['pcm'], chapters: false, cover: false },
  flac: { mime: 'audio/flac', ...sound, audio: ['flac'] },
  mp3: { mime: 'audio/mpeg', ...sound, audio: ['mp3'] },
  m4a: { mime: 'audio/mp4', ...sound, audio: ['aac'] },
  opus: { mime: 'audio/ogg', ...sound, audio: ['opus'] },
  m4b: { mime: 'audio/mp4', ...sound, audio: ['aac'] },
}

/** Whether it has a place for the mark of AI-generated content that other programs read. */
export const holdsMark = ({ format }: Pick<Encoding, 'format'>): boolean => format !== 'mxf'

/** Without the dot. */
export const extensionOf = (format: Format): string => format === 'jpeg' ? 'jpg' : format === 'frames' ? 'png' : format

const texts = ['srt', 'vtt', 'ass', 'txt', 'json']

/** Of a delivered file, by its extension. */
export function mimeOf(extension: string): string {
  const format = (Object.keys(formats) as Format[]).find(each => extensionOf(each) === extension.toLowerCase())
  return format ? formats[format].mime : texts.includes(extension.toLowerCase()) ? 'text/plain' : 'application/octet-stream'
}

/** What the file is to a person: a film, sound alone, or a picture, which may move. */
export function roleOf({ format, video }: Pick<Encoding, 'format' | 'video'>): 'video' | 'audio' | 'picture' {
  return video === null ? 'audio' : formats[format].mime.startsWith('image/') && format !== 'frames' ? 'picture' : 'video'
}

/** Whether such a file exists: its format can contain the codecs, and there is something to see or to hear. */
export function fitsFormat({ format, video, audio }: Encoding): boolean {
  const holds = formats[format]
  const isFilm = holds.video.length > 0
  const isSound = holds.audio.length > 0
  const videoFits = video === null ? !isFilm : holds.video.includes(video.codec)
  const audioFits = audio === null
    ? isFilm
    : holds.audio.includes(audio.codec) && (audio.kilobits !== null) === isLossy(audio.codec) && fitsForm(audio)
      // Its sound is between pictures in whole numbers of samples.
      && !(format === 'mxf' && audio.sampleRate === 44_100)
  // The encoder is known when it is chosen.
  const formFits = video === null || fitsPictureForm({ ...video, encoder: 'software' })
  const rateFits = video?.kilobits === undefined || keepsBitRate({ ...video, encoder: 'software' })
  return videoFits && audioFits && formFits && rateFits && (isFilm || isSound)
}

/** Rates that the standard of MXF names, and ffmpeg writes. */
const ratesOfMxf = ['24000/1001', '24/1', '25/1', '30000/1001', '30/1', '50/1', '60000/1001', '60/1']

/** Whether this format supports the frame rate. */
export function fitsRate(format: Format, { numerator, denominator }: FrameRate): boolean {
  return format !== 'mxf' || ratesOfMxf.some((rate) => {
    const [above = 0, below = 1] = rate.split('/').map(Number)
    return numerator * below === above * denominator
  })
}

export function isLossy(codec: AudioCodec): boolean {
  return codec !== 'pcm' && codec !== 'flac'
}

/** The ways of captions that this kind of file allows; sound and pictures have at most a file next to them. */
export function captionModesOf({ format, video }: Pick<Encoding, 'format' | 'video'>): readonly CaptionMode[] {
  if (video === null)
    return ['none', 'sidecar']
  if (formats[format].softCaptions)
    return ['soft', 'burned', 'sidecar', 'none']
  return roleOf({ format, video }) === 'picture' ? ['none', 'burned'] : ['sidecar', 'none', 'burned']
}
