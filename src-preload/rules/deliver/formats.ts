/** What each kind of file can hold. */
import type { AudioCodec, CaptionMode, Encoding, Format, VideoCodec, VideoSettings } from '#contract/presets.ts'
import { keepsBitRate } from './bit-rate.ts'
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
  mov: { mime: 'video/quicktime', ...film, video: ['h264', 'hevc', 'prores'], audio: ['aac', 'pcm'] },
  webm: { mime: 'video/webm', ...film, video: ['vp9', 'av1'], audio: ['opus'] },
  mkv: { mime: 'video/x-matroska', ...film, video: ['h264', 'hevc', 'av1', 'vp9'], audio: ['aac', 'opus', 'flac', 'mp3', 'pcm'] },
  gif: { mime: 'image/gif', ...picture, video: ['gif'] },
  webp: { mime: 'image/webp', ...picture, video: ['webp'] },
  png: { mime: 'image/png', ...picture, video: ['png'] },
  jpeg: { mime: 'image/jpeg', ...picture, video: ['jpeg'] },
  wav: { mime: 'audio/wav', ...sound, audio: ['pcm'], chapters: false, cover: false },
  flac: { mime: 'audio/flac', ...sound, audio: ['flac'] },
  mp3: { mime: 'audio/mpeg', ...sound, audio: ['mp3'] },
  m4a: { mime: 'audio/mp4', ...sound, audio: ['aac'] },
  opus: { mime: 'audio/ogg', ...sound, audio: ['opus'] },
  m4b: { mime: 'audio/mp4', ...sound, audio: ['aac'] },
}

/** Without the dot. */
export const extensionOf = (format: Format): string => format === 'jpeg' ? 'jpg' : format

const texts = ['srt', 'vtt', 'ass', 'txt', 'json']

/** Of a delivered file, by its extension. */
export function mimeOf(extension: string): string {
  const format = (Object.keys(formats) as Format[]).find(each => extensionOf(each) === extension.toLowerCase())
  return format ? formats[format].mime : texts.includes(extension.toLowerCase()) ? 'text/plain' : 'application/octet-stream'
}

/** What the file is to a person: a film, sound alone, or a picture, which may move. */
export function roleOf({ format, video }: Pick<Encoding, 'format' | 'video'>): 'video' | 'audio' | 'picture' {
  return video === null ? 'audio' : formats[format].mime.startsWith('image/') ? 'picture' : 'video'
}

/** Whether such a file exists: its format can hold the codecs, and there is something to see or to hear. */
export function fitsFormat({ format, video, audio }: Encoding): boolean {
  const holds = formats[format]
  const isFilm = holds.video.length > 0
  const isSound = holds.audio.length > 0
  const videoFits = video === null ? !isFilm : holds.video.includes(video.codec)
  const audioFits = audio === null
    ? isFilm
    : holds.audio.includes(audio.codec) && (audio.kilobits !== null) === isLossy(audio.codec) && fitsForm(audio)
  // Which encoder is told when it is chosen.
  const rateFits = video?.kilobits === undefined || keepsBitRate({ ...video, encoder: 'software' })
  return videoFits && audioFits && rateFits && (isFilm || isSound)
}

/** In pixels of each side, below which the encoder refuses a picture. */
export const smallestSide = (codec: VideoCodec): number => codec === 'av1' ? 64 : 16

export function fitsEncoder({ codec, width, height }: Pick<VideoSettings, 'codec' | 'width' | 'height'>): boolean {
  return Math.min(width, height) >= smallestSide(codec)
}

export function isLossy(codec: AudioCodec): boolean {
  return codec !== 'pcm' && codec !== 'flac'
}

/** The ways of captions that this kind of file allows; sound and pictures have at most a file beside them. */
export function captionModesOf({ format, video }: Pick<Encoding, 'format' | 'video'>): readonly CaptionMode[] {
  if (video === null)
    return ['none', 'sidecar']
  return formats[format].softCaptions ? ['soft', 'burned', 'sidecar', 'none'] : ['none', 'burned']
}
