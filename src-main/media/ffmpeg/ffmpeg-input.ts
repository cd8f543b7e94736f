/**
 * The inputs of ffmpeg. Left alone, ffmpeg goes by what it finds in a file: a "sound" that is really a playlist makes it open the
 * files and addresses named inside. So each input here names the formats it may be, which never read another file, and can open
 * nothing but files and pipes. No other place writes `-i`.
 */
import { resolve } from 'node:path'
import { sniff } from '../../base/magic.ts'
import { readHead } from '../../base/read-head.ts'
import { UnreadableMediaError } from '../unreadable.ts'

/** By the extension that `sniff` gives. One name is the format itself; of several, ffmpeg chooses. Pictures are single ones, not series. */
const demuxers: Readonly<Record<string, readonly string[]>> = {
  wav: ['wav'],
  avi: ['avi'],
  aiff: ['aiff'],
  flac: ['flac'],
  ogg: ['ogg'],
  ogv: ['ogg'],
  caf: ['caf'],
  au: ['au'],
  amr: ['amr'],
  avif: ['mov'],
  heic: ['mov'],
  m4a: ['mov'],
  mov: ['mov'],
  mp4: ['mov'],
  webm: ['matroska'],
  mkv: ['matroska'],
  webp: ['webp_pipe'],
  png: ['png_pipe'],
  jpg: ['jpeg_pipe'],
  gif: ['gif'],
  bmp: ['bmp_pipe'],
  tiff: ['tiff_pipe'],
  flv: ['flv'],
  ts: ['mpegts'],
  m2ts: ['mpegts'],
  wmv: ['asf'],
  mxf: ['mxf'],
  dv: ['dv'],
  ivf: ['ivf'],
  rm: ['rm'],
  wtv: ['wtv'],
  h264: ['h264'],
  hevc: ['hevc'],
  obu: ['obu'],
  nut: ['nut'],
  y4m: ['yuv4mpegpipe'],
  w64: ['w64'],
  wv: ['wv'],
  ape: ['ape'],
  tta: ['tta'],
  tak: ['tak'],
  mpc: ['mpc', 'mpc8'],
  voc: ['voc'],
  dsf: ['dsf'],
  ac3: ['ac3'],
  eac3: ['eac3'],
  dts: ['dts', 'dtshd'],
  jxl: ['jpegxl_pipe'],
  jp2: ['j2k_pipe'],
  psd: ['psd_pipe'],
  qoi: ['qoi_pipe'],
  mpg: ['mpeg', 'mpegvideo'],
  // Behind a long ID3 tag, of which `sniff` sees the beginning only, any of the three may be.
  aac: ['aac', 'mp3', 'flac'],
  mp3: ['mp3', 'aac', 'flac'],
}

/** For bytes that `sniff` does not know: streams and containers that hold all of their content themselves. */
const selfContained = [
  ...['aac', 'ac3', 'eac3', 'dts', 'dtshd', 'truehd', 'mlp', 'mp3', 'tta', 'wv', 'ape', 'mpc', 'mpc8', 'tak', 'w64', 'voc'],
  ...['asf', 'mxf', 'dv', 'ivf', 'h264', 'hevc', 'mpegvideo', 'obu', 'nut', 'mpegts'],
]

/** ffmpeg allows times to jump in these, and then counts from the first packet of the streams that a command uses. */
const countsFromUsed: ReadonlySet<string> = new Set(['mpegts', 'mpeg', 'ogg', 'wtv'])
/**
 * Moved at all, a file keeps the beginning that all of its streams have together: sound and picture that are read by separate commands
 * keep their distance. Far less than a sample or a frame.
 */
const keepBeginning = ['-itsoffset', '0.000001']

/** A file of the user or of the service. Throws UnreadableMediaError for a known format that is not media. */
export async function fileInput(path: string, options: readonly string[] = []): Promise<string[]> {
  const { head } = await readHead(path)
  return input(resolve(path), demuxersOf(head, path), options)
}

/** All frames of a picture that moves, of which `fileInput` gives the first alone. Throws UnreadableMediaError for anything else. */
export async function movingInput(path: string): Promise<string[]> {
  const format = { gif: 'gif', png: 'apng', avif: 'mov' }[sniff((await readHead(path)).head)?.extension ?? '']
  if (format === undefined)
    throw new UnreadableMediaError('damaged', 'no moving picture')
  return input(resolve(path), [format], [])
}

/** The same as `fileInput`, for bytes that are given as `pipe:0`. */
export function bytesInput(bytes: Uint8Array, options: readonly string[] = []): string[] {
  return input('pipe:0', demuxersOf(bytes, 'pipe:0'), options)
}

type OwnFormat
  = | 'aac' | 'concat' | 'ffmetadata' | 'image2' | 'jpeg_pipe' | 'matroska' | 'mov'
    | 'nut' | 'png_pipe' | 'ppm_pipe' | 'rawvideo' | 'srt' | 'wav'

/** A file that the studio wrote itself in the folder where ffmpeg runs. `opens` are the formats that a list of files may name. */
export function ownInput(
  name: string,
  format: OwnFormat,
  { opens = [], options = [] }: { readonly opens?: readonly ('mov')[], readonly options?: readonly string[] } = {},
): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-format_whitelist', [format, ...opens].join(','), ...options, '-f', format, '-i', name]
}

/** A picture that ffmpeg draws itself. */
export function drawnInput(graph: string): string[] {
  return ['-format_whitelist', 'lavfi', '-f', 'lavfi', '-i', graph]
}

function demuxersOf(bytes: Uint8Array, source: string): readonly string[] {
  const sniffed = sniff(bytes)
  const known = sniffed ? demuxers[sniffed.extension] : selfContained
  if (!known)
    throw new UnreadableMediaError('damaged', `${source} is ${sniffed?.mime}, neither picture nor sound`)
  return known
}

function input(source: string, formats: readonly string[], options: readonly string[]): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats.join(',')],
    // With one format nothing is guessed, neither from the bytes nor from a name like `%03d.png`.
    ...(formats.length === 1 ? ['-f', ...formats] : []),
    ...(formats.some(format => countsFromUsed.has(format)) ? keepBeginning : []),
    ...[...options, '-i', source],
  ]
}
