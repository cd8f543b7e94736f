/** What programs read of each kind of file that the studio delivers, in words that can be compared, and the page about it. */
import type { Preset } from '#contract/presets.ts'
import type { Ffprobed, MediainfoTrack } from '../../../kit/every-preset.ts'

export const aspects = [
  ...['container', 'picture', 'profile', 'depth', 'size', 'rate', 'frames', 'constant rate', 'colours'] as const,
  ...['sound', 'length', 'tail', 'captions', 'title', 'chapters'] as const,
] as const
/** What is in a file, or what a reader says of it; absent where there is nothing or nothing is said. */
export type Facts = { readonly [aspect in typeof aspects[number]]?: string | undefined }

/** As ffmpeg (and so ffprobe and melt) and as mediainfo name them; a decoder may have another name than its codec. */
const names: Record<string, readonly string[]> = {
  ...{ h264: ['h264', 'AVC'], hevc: ['hevc', 'HEVC'], av1: ['av1', 'libdav1d', 'AV1', 'av01'] },
  ...{ vp9: ['vp9', 'VP9'], prores: ['prores', 'ProRes'], dnxhr: ['dnxhd', 'VC-3'] },
  ...{ gif: ['gif', 'GIF'], webp: ['webp', 'WebP'], png: ['png', 'PNG'], jpeg: ['mjpeg', 'JPEG'] },
  ...{ aac: ['aac', 'AAC'], pcm: ['pcm_s24le', 'PCM'], flac: ['flac', 'FLAC'], opus: ['opus', 'Opus'] },
  mp3: ['mp3', 'mp3float', 'MPEG Audio'],
}
function codecOf(name: string | undefined): string | undefined {
  return name === undefined
    ? undefined
    : Object.keys(names).find(codec => names[codec]!.includes(name)) ?? name
}

/** By what the programs call it; each format has other names in each. */
const containers: Record<string, readonly string[]> = {
  mp4: ['mov,mp4,m4a,3gp,3g2,mj2 isom', 'MPEG-4 isom', 'video/mp4'],
  mov: ['mov,mp4,m4a,3gp,3g2,mj2 qt  ', 'MPEG-4 qt  ', 'video/quicktime'],
  webm: ['matroska,webm', 'WebM', 'video/webm'],
  mxf: ['mxf', 'MXF', 'application/mxf'],
}
function containerOf(name: string | undefined): string | undefined {
  return Object.keys(containers).find(format => name !== undefined && containers[format]!.includes(name))
}

/** As it was asked for, in the words of ffprobe. */
function profileOf(video: Preset['video']): string | undefined {
  switch (video?.codec) {
    case 'h264': return 'High'
    case 'hevc': return video.bits === 10 ? 'Main 10' : 'Main'
    case 'av1': return 'Main'
    case 'prores': return 'HQ'
    case 'prores4444': return '4444'
    case 'dnxhr': return 'DNXHR HQ'
    default: return undefined
  }
}
const depthOf = (video: NonNullable<Preset['video']>): string => video.bits === 10 || video.codec.startsWith('prores') ? '10 bit' : '8 bit'
const colourName = (video: NonNullable<Preset['video']>): string => video.light ? `BT.2020 ${video.light.toUpperCase()}` : 'BT.709'
/** What it has beyond its last picture. */
function tailOf(seconds: unknown, wanted: number): string | undefined {
  const more = Number(seconds) - wanted
  return seconds === undefined ? undefined : Math.abs(more) < 0.0015 ? 'none' : `${(more * 1000).toFixed(0)} ms`
}

const rateOf = (rate: unknown): string | undefined => rate === undefined ? undefined : String(Number(Number(rate).toFixed(3)))
const sizeOf = (width: unknown, height: unknown): string | undefined => Number(width) > 0 ? `${Number(width)}×${Number(height)}` : undefined
function soundOf(codec: string | undefined, rate: unknown, channels: unknown): string | undefined {
  return codec && `${codec} ${Number(rate)} Hz ${Number(channels)}`
}
const chaptersOf = (chapters: readonly string[]): string | undefined => chapters.length === 0 ? undefined : chapters.join(' | ')
/** Lossy codecs add part of a block of samples, and melt counts whole frames. */
function secondsOf(seconds: unknown, most = 0.05): string | undefined {
  return seconds === undefined ? undefined : Math.abs(Number(seconds) - 1) <= most ? '1 s' : `${Number(seconds)} s`
}

/** The pictures of an image sequence do not say how fast they follow each other. */
const moving = (format: string): boolean => format !== 'png' && format !== 'jpeg' && format !== 'frames'

const pictureName = (codec: string): string => codec === 'frames' ? 'png' : codec.replace(/\d{4}$/, '')

/** What was asked for, in a film of one second at 25 frames. */
export function written(preset: Preset, { title, chapters }: { title: string, chapters: readonly string[] }): Facts {
  const { format, video, audio } = preset
  const rate = video?.rate ?? { numerator: 25, denominator: 1 }
  const isFilm = video !== null && audio !== null
  return {
    ...isFilm && { container: format, profile: profileOf(video), depth: depthOf(video), frames: String(framesOf(preset)) },
    ...isFilm && { 'constant rate': 'yes', 'tail': 'none' },
    ...isFilm && format !== 'mxf' && { captions: 'glg' },
    ...video && { picture: pictureName(video.codec), size: sizeOf(video.width, video.height) },
    ...video && moving(format) && { rate: rateOf(rate.numerator / rate.denominator) },
    ...isFilm && { colours: colourName(video) },
    ...audio && { sound: soundOf(audio.codec, 48_000, 2), length: '1 s', ...format !== 'mxf' && { title } },
    ...audio && format !== 'wav' && format !== 'mxf' && { chapters: chaptersOf(chapters) },
  }
}

const hdrNames: Record<string, string> = {
  'bt2020 smpte2084 bt2020nc': 'BT.2020 PQ',
  'bt2020 arib-std-b67 bt2020nc': 'BT.2020 HLG',
  'BT.2020 PQ BT.2020 non-constant': 'BT.2020 PQ',
  'BT.2020 HLG BT.2020 non-constant': 'BT.2020 HLG',
}

/** Of a film of one second of a sequence of 25 frames. */
export function framesOf({ video }: Preset): number {
  const { numerator, denominator } = video?.rate ?? { numerator: 25, denominator: 1 }
  return Math.ceil(numerator / denominator)
}
function secondsWanted(preset: Preset): number {
  const { numerator, denominator } = preset.video?.rate ?? { numerator: 25, denominator: 1 }
  return framesOf(preset) * denominator / numerator
}

export function readByFfprobe({ streams, chapters, format }: Ffprobed, preset: Preset): Facts {
  const words = streams.find(({ codec_type }) => codec_type === 'subtitle')
  const isFilm = preset.video !== null && preset.audio !== null
  const video = streams.find(({ codec_type }) => codec_type === 'video')
  const audio = streams.find(({ codec_type }) => codec_type === 'audio')
  const [numerator, denominator] = (video?.avg_frame_rate ?? '0/0').split('/').map(Number)
  const size = sizeOf(video?.width, video?.height)
  const colours = new Set([video?.color_space, video?.color_primaries, video?.color_transfer])
  const tags = Object.entries({ ...format.tags, ...audio?.tags }).map(([name, value]) => [name.toLowerCase(), value])
  const told = [video?.color_primaries, video?.color_transfer, video?.color_space].join(' ')
  return {
    ...isFilm && {
      container: containerOf([format.format_name, format.tags?.major_brand].filter(Boolean).join(' ')),
      profile: preset.format === 'webm' ? undefined : video?.profile,
      depth: video?.pix_fmt === undefined ? undefined : /1[02]le$/.test(video.pix_fmt) ? '10 bit' : '8 bit',
      frames: video?.nb_frames,
      tail: tailOf(format.duration, secondsWanted(preset)),
      captions: words?.tags?.language,
    },
    picture: codecOf(video?.codec_name),
    size,
    // It guesses the rate of what it has not looked into.
    rate: size !== undefined && denominator ? rateOf(numerator! / denominator) : undefined,
    colours: video?.color_range !== 'tv' ? undefined : colours.size === 1 && colours.has('bt709') ? 'BT.709' : hdrNames[told],
    sound: soundOf(codecOf(audio?.codec_name), audio?.sample_rate, audio?.channels),
    length: secondsOf(format.duration),
    title: (Object.fromEntries(tags) as Record<string, string>).title,
    chapters: chaptersOf(chapters.map(({ start_time, tags: named }) => `${Number(start_time)} ${named?.title}`)),
  }
}

export function readByMediainfo(tracks: readonly MediainfoTrack[], preset: Preset): Facts {
  const isFilm = preset.video !== null && preset.audio !== null
  const words = tracks.find(each => each['@type'] === 'Text')
  const track = (...kinds: string[]): MediainfoTrack | undefined => tracks.find(each => kinds.includes(each['@type'] ?? ''))
  const [all, video, audio, menu] = [track('General'), track('Video', 'Image'), track('Audio'), track('Menu')]
  const colours = [video?.colour_primaries, video?.transfer_characteristics, video?.matrix_coefficients]
  const starts = Object.entries(menu?.extra ?? {}).flatMap(([name, value]) => {
    const time = /^_(\d+)_(\d+)_(\d+)_(\d+)$/.exec(name)?.slice(1).map(Number)
    const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = time ?? []
    return time ? [`${hours * 3600 + minutes * 60 + seconds + thousandths / 1000} ${value.replace(/^[a-z]{0,3}:/, '')}`] : []
  })
  return {
    ...isFilm && {
      'container': containerOf([all?.Format, all?.CodecID].filter(Boolean).join(' ')) ?? containerOf(all?.Format),
      'depth': video?.BitDepth === undefined ? undefined : `${video.BitDepth} bit`,
      'frames': video?.FrameCount,
      'constant rate': video?.FrameRate_Mode === undefined ? undefined : video.FrameRate_Mode === 'CFR' ? 'yes' : video.FrameRate_Mode,
      'tail': tailOf(all?.Duration, secondsWanted(preset)),
      'captions': words?.Language === 'gl' ? 'glg' : words?.Language,
    },
    picture: codecOf(video?.Format),
    size: sizeOf(video?.Width, video?.Height),
    rate: rateOf(video?.FrameRate),
    colours: colours.every(each => each === 'BT.709') ? 'BT.709' : hdrNames[colours.join(' ')],
    sound: soundOf(codecOf(audio?.Format), audio?.SamplingRate, audio?.Channels),
    length: secondsOf(all?.Duration),
    // The tags of WAV do not say how their letters are written.
    title: all?.Format === 'Wave' ? undefined : all?.Title,
    chapters: chaptersOf(starts),
  }
}

export function readByMelt(properties: Readonly<Record<string, string>> | null): Facts {
  const stream = (type: string): (name: string) => string | undefined => {
    const at = [0, 1, 2].find(each => properties?.[`meta.media.${each}.stream.type`] === type)
    return name => properties?.[`meta.media.${at}.${name}`]
  }
  const [video, audio] = [stream('video'), stream('audio')]
  return {
    picture: codecOf(video('codec.name')),
    size: sizeOf(video('codec.width') ?? properties?.['meta.media.width'], video('codec.height') ?? properties?.['meta.media.height']),
    rate: rateOf(video('stream.frame_rate')),
    colours: video('codec.colorspace') === '709' ? 'BT.709' : undefined,
    sound: soundOf(codecOf(audio('codec.name')), audio('codec.sample_rate'), audio('codec.channels')),
    length: secondsOf(properties ? Number(properties.length) / 25 : undefined),
    // Its XML cuts a title at the first letter that is not of ASCII.
  }
}

/** What Chromium shows of a file; null where it does not play it. */
export interface Played { readonly width: number, readonly height: number, readonly seconds: number | null, readonly isRed: boolean }

/** What `exiftool -j -n` says of a file. */
export function readByExiftool(tags: Readonly<Record<string, unknown>> | null, preset: Preset): Facts {
  const isFilm = preset.video !== null && preset.audio !== null
  // Of Matroska it says words.
  const seconds = typeof tags?.Duration === 'number' ? tags.Duration : undefined
  return {
    ...isFilm && { container: containerOf(String(tags?.MIMEType)), tail: tailOf(seconds, secondsWanted(preset)) },
    size: sizeOf(tags?.ImageWidth, tags?.ImageHeight),
    rate: isFilm && tags?.VideoFrameRate !== undefined ? rateOf(tags.VideoFrameRate) : undefined,
    // Of MP3 it is a guess from the bit rate.
    length: preset.format === 'mp3' ? undefined : secondsOf(seconds),
    title: typeof tags?.Title === 'string' && preset.format !== 'wav' ? tags.Title : undefined,
  }
}

/** What `soxi` says of sound alone: its rate, channels and length. */
export function readBySox(lines: readonly string[] | null, { audio }: Preset): Facts {
  const [rate, channels, seconds] = lines ?? []
  // It counts what MP3 adds at both ends.
  const length = audio?.codec === 'mp3' ? undefined : secondsOf(seconds)
  return audio && rate ? { sound: soundOf(audio.codec, rate, channels), length } : {}
}

export function readByChromium(played: Played | null, preset: Preset): Facts {
  const { video, audio } = preset
  return {
    picture: played?.isRed && video ? pictureName(video.codec) : undefined,
    tail: video && audio && played?.seconds != null ? tailOf(played.seconds, secondsWanted(preset)) : undefined,
    size: sizeOf(played?.width, played?.height),
    length: secondsOf(played?.seconds ?? undefined),
  }
}

export interface FormatRow {
  readonly preset: Preset
  /** Names of the presets that make such files. */
  readonly presetIds: readonly string[]
  readonly written: Facts
  readonly read: Readonly<Record<string, Facts>>
  /** Whether every frame was decoded and was the right one; null for sound alone. */
  readonly decoded: boolean | null
}

const known = (facts: Facts, of: Facts): string[] => aspects.filter(aspect => of[aspect] !== undefined && facts[aspect] !== undefined)

/** As Markdown. */
export function formatsPage(rows: readonly FormatRow[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const readers = Object.keys(rows[0]?.read ?? {})
  const kindOf = ({ format, video, audio }: Preset): string => {
    const picture = [video?.codec, video?.bits === 10 ? '10 bit' : '', video?.light?.toUpperCase()].filter(Boolean).join(' ')
    return `${format}: ${[picture, audio?.codec].filter(Boolean).join(' + ')}`
  }
  const cell = (facts: Facts, of: Facts): string => {
    const [all, said] = [known(of, of), known(facts, of)]
    const unsaid = all.filter(aspect => !said.includes(aspect))
    return said.length === 0 ? '–' : unsaid.length === 0 ? 'all' : unsaid.length <= 2 ? `all but ${unsaid.join(', ')}` : said.join(', ')
  }
  return [
    '# What other programs read of a delivery',
    '',
    'Each kind of file that the built-in presets make, and what independent programs read of one. *All* means everything in the second',
    'column, with the values that were asked for; what a program does not tell is named. When a program tells another value, the test',
    'fails. A row is a kind of file; its last column has the presets that make it. Films have captions in Galician; *tail* is what a film',
    'lasts longer than its pictures. Melt is asked for what its XML says, Chromium for what a page can know. *Frames* are decoded by',
    'ffmpeg, one by one, and compared with what must be on show. A dash stands for a file that the program does not open, or that has no',
    'picture. An image sequence is read by its numbers (`name-%06d.png`), or by its first file; its sound is a WAV beside it, and its',
    'rate is in `README.txt` and `manifest.json`. Where a program is not installed, the test does without it and leaves this page alone.',
    'Loudness is measured by',
    '`delivered-loudness.test.ts`, and times of packets by `constant-rate.test.ts`.',
    '',
    '`test/main/media/render/formats.test.ts` delivers and reads each, and fails when this page differs from what it found;',
    '`vitest run --config test/vitest.config.ts test/main/media/render/formats.test.ts -u` writes it anew.',
    '',
    line(['File', 'What is in it', ...readers, 'Frames', 'Presets']),
    line(['---', '---', ...readers.map(() => '---'), '---', '---']),
    ...rows.map(({ preset, presetIds, written: facts, read, decoded }) => line([
      ...[kindOf(preset), known(facts, facts).join(', '), ...readers.map(reader => cell(read[reader]!, facts))],
      ...[decoded === null ? '–' : decoded ? 'each as it must be' : 'not decoded', presetIds.join(', ')],
    ])),
    '',
  ].join('\n')
}
