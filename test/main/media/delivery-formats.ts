/** What programs read of each kind of file that the studio delivers, in words that can be compared, and the page about it. */
import type { Preset } from '#contract/presets.ts'
import type { Ffprobed, MediainfoTrack } from './every-preset.ts'

export const aspects = ['picture', 'size', 'rate', 'colours', 'sound', 'length', 'title', 'chapters'] as const
/** What is in a file, or what a reader says of it; absent where there is nothing or nothing is said. */
export type Facts = { readonly [aspect in typeof aspects[number]]?: string | undefined }

/** As ffmpeg (and so ffprobe and melt) and as mediainfo name them; a decoder may have another name than its codec. */
const names: Record<string, readonly string[]> = {
  ...{ h264: ['h264', 'AVC'], hevc: ['hevc', 'HEVC'], av1: ['av1', 'libdav1d', 'AV1', 'av01'] },
  ...{ vp9: ['vp9', 'VP9'], prores: ['prores', 'ProRes'] },
  ...{ gif: ['gif', 'GIF'], webp: ['webp', 'WebP'], png: ['png', 'PNG'], jpeg: ['mjpeg', 'JPEG'] },
  ...{ aac: ['aac', 'AAC'], pcm: ['pcm_s24le', 'PCM'], flac: ['flac', 'FLAC'], opus: ['opus', 'Opus'] },
  mp3: ['mp3', 'mp3float', 'MPEG Audio'],
}
function codecOf(name: string | undefined): string | undefined {
  return name === undefined
    ? undefined
    : Object.keys(names).find(codec => names[codec]!.includes(name)) ?? name
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

const moving = (format: string): boolean => format !== 'png' && format !== 'jpeg'

/** What was asked for, in a film of one second at 25 frames. */
export function written({ format, video, audio }: Preset, { title, chapters }: { title: string, chapters: readonly string[] }): Facts {
  const rate = video?.rate ?? { numerator: 25, denominator: 1 }
  return {
    ...video && { picture: video.codec, size: sizeOf(video.width, video.height) },
    ...video && moving(format) && { rate: rateOf(rate.numerator / rate.denominator) },
    ...video && audio && { colours: 'BT.709' },
    ...audio && { sound: soundOf(audio.codec, 48_000, 2), length: '1 s', title },
    ...audio && format !== 'wav' && { chapters: chaptersOf(chapters) },
  }
}

export function readByFfprobe({ streams, chapters, format }: Ffprobed): Facts {
  const video = streams.find(({ codec_type }) => codec_type === 'video')
  const audio = streams.find(({ codec_type }) => codec_type === 'audio')
  const [numerator, denominator] = (video?.avg_frame_rate ?? '0/0').split('/').map(Number)
  const size = sizeOf(video?.width, video?.height)
  const colours = new Set([video?.color_space, video?.color_primaries, video?.color_transfer])
  const tags = Object.entries({ ...format.tags, ...audio?.tags }).map(([name, value]) => [name.toLowerCase(), value])
  return {
    picture: codecOf(video?.codec_name),
    size,
    // It guesses the rate of what it has not looked into.
    rate: size !== undefined && denominator ? rateOf(numerator! / denominator) : undefined,
    colours: colours.size === 1 && colours.has('bt709') && video?.color_range === 'tv' ? 'BT.709' : undefined,
    sound: soundOf(codecOf(audio?.codec_name), audio?.sample_rate, audio?.channels),
    length: secondsOf(format.duration),
    title: (Object.fromEntries(tags) as Record<string, string>).title,
    chapters: chaptersOf(chapters.map(({ start_time, tags: named }) => `${Number(start_time)} ${named?.title}`)),
  }
}

export function readByMediainfo(tracks: readonly MediainfoTrack[]): Facts {
  const track = (...kinds: string[]): MediainfoTrack | undefined => tracks.find(each => kinds.includes(each['@type'] ?? ''))
  const [all, video, audio, menu] = [track('General'), track('Video', 'Image'), track('Audio'), track('Menu')]
  const colours = [video?.colour_primaries, video?.transfer_characteristics, video?.matrix_coefficients]
  const starts = Object.entries(menu?.extra ?? {}).flatMap(([name, value]) => {
    const time = /^_(\d+)_(\d+)_(\d+)_(\d+)$/.exec(name)?.slice(1).map(Number)
    const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = time ?? []
    return time ? [`${hours * 3600 + minutes * 60 + seconds + thousandths / 1000} ${value.replace(/^[a-z]{0,3}:/, '')}`] : []
  })
  return {
    picture: codecOf(video?.Format),
    size: sizeOf(video?.Width, video?.Height),
    rate: rateOf(video?.FrameRate),
    colours: colours.every(each => each === 'BT.709') ? 'BT.709' : undefined,
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

export function readByChromium(played: Played | null, { video }: Preset): Facts {
  return {
    picture: played?.isRed ? video?.codec : undefined,
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
  const kindOf = ({ format, video, audio }: Preset): string => `${format}: ${[video?.codec, audio?.codec].filter(Boolean).join(' + ')}`
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
    'fails. Melt is asked for what its XML says, Chromium for what a page can know. *Frames* are decoded by ffmpeg, one by one, and compared',
    'with what must be on show. A dash stands for a file that the program does not open, or that has no picture.',
    '',
    '`test/main/media/formats.test.ts` delivers and reads each, and fails when this page differs from what it found;',
    '`vitest run --config test/vitest.config.ts test/main/media/formats.test.ts -u` writes it anew.',
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
