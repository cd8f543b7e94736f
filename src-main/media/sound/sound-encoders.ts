/** Arguments of ffmpeg that encode sound, and write files of each format. */
import type { AudioSettings, Format } from '#contract/presets.ts'
import { soundForm } from '#rules/deliver/sound-form.ts'

/** As ffmpeg spells them. */
export const soundEncoders: Readonly<Record<AudioSettings['codec'], string>> = {
  aac: 'aac',
  pcm: 'pcm_s24le',
  flac: 'flac',
  mp3: 'libmp3lame',
  opus: 'libopus',
}

/** Whether its samples are those that it was given. */
export const isLossless = ({ codec }: AudioSettings): boolean => codec === 'pcm' || codec === 'flac'

export function soundArgs(audio: AudioSettings): string[] {
  const { codec, kilobits } = audio
  const { sampleRate, channels, bits } = soundForm(audio)
  const encoder = codec === 'pcm' ? `pcm_s${bits}le` : soundEncoders[codec]
  const depth = codec !== 'flac' ? [] : bits === 16 ? ['-sample_fmt', 's16'] : ['-sample_fmt', 's32', '-bits_per_raw_sample', '24']
  const rate = kilobits === null ? [] : ['-b:a', `${kilobits}k`]
  return ['-c:a', encoder, ...depth, ...rate, '-ar', String(sampleRate), '-ac', String(channels)]
}

/** Both sides by half: left alone, ffmpeg adds floating point up by 3 dB more. Filters before the encoder, of a mix in stereo. */
export const channelFilters = (audio: AudioSettings): string[] => soundForm(audio).channels === 1 ? ['pan=mono|c0=0.5*c0+0.5*c1'] : []

/**
 * Filters before the encoder, after those of the channels: what is written in whole numbers gets the noise of triangular distribution that
 * turns rounding into a steady hiss below anything that is heard. ffmpeg draws it from fixed seeds, so that the same sound becomes the same
 * file. 24 bits are cut off 32, not rounded, which half a step makes up for.
 */
export function ditherFilters(audio: AudioSettings): string[] {
  if (!isLossless(audio))
    return []
  const { sampleRate, bits } = soundForm(audio)
  // What comes after the noise must not change a sample any more.
  const form = bits === 16 ? 's16' : 's32:output_sample_bits=24'
  return [`aresample=${sampleRate}:osf=${form}:dither_method=triangular`, ...bits === 16 ? [] : [`dcshift=shift=${2 ** -24}`]]
}

const muxers: Readonly<Record<Format, readonly string[]>> = {
  mp4: ['-movflags', '+faststart', '-f', 'mp4'],
  mov: ['-movflags', '+faststart', '-f', 'mov'],
  webm: ['-f', 'webm'],
  mkv: ['-f', 'matroska'],
  mxf: ['-f', 'mxf'],
  gif: ['-loop', '0', '-f', 'gif'],
  webp: ['-loop', '0', '-f', 'webp'],
  png: ['-update', '1', '-f', 'image2'],
  jpeg: ['-update', '1', '-f', 'image2'],
  // One film, of which the files are made when it is placed.
  frames: ['-f', 'mov'],
  // A file of more than four gigabytes needs the larger form.
  wav: ['-rf64', 'auto', '-f', 'wav'],
  flac: ['-f', 'flac'],
  // Version 3 is what players read.
  mp3: ['-id3v2_version', '3', '-f', 'mp3'],
  m4a: ['-movflags', '+faststart', '-f', 'ipod'],
  opus: ['-f', 'opus'],
  // By its brand a player takes it for a book: it keeps the place, and shows it apart from music.
  m4b: ['-movflags', '+faststart', '-brand', 'M4B ', '-f', 'ipod'],
}

export const muxerArgs = (format: Format): readonly string[] => muxers[format]
