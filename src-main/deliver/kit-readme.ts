/** The text that comes with a kit and explains what is in it, for whoever receives it. */
import type { Encoding } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { EditList } from '../interchange/edit-list.ts'
import type { KitPlan } from '../media/plan/kit-plan.ts'
import type { KitInput } from './kit-input.ts'
import { markOf } from './provenance.ts'

interface ReadmeInput extends Pick<KitInput, 'name' | 'parts' | 'takes' | 'ass' | 'encoding'> {
  readonly list: EditList
  readonly texts: KitPlan['texts']
  readonly stems: KitPlan['stems']
}

export function readmeOf({ name, parts, takes, list, texts, stems, encoding }: ReadmeInput): string {
  const { width, height, rate } = list
  const there = (role: KitPlan['texts'][number]['role']): boolean => texts.some(text => text.role === role)
  const rows: (string | false)[] = [
    parts.includes('master') && filmRow(encoding, rate),
    parts.includes('book') && [
      'book: a file for each chapter and a sample, as audiobook shops take them. "Audiobook check.txt" says what was measured of each',
      'and what is left to do.',
    ].join('\n  '),
    parts.includes('poster') && parts.includes('master') && 'poster.png: a frame of the film.',
    parts.includes('captions') && there('captions') && 'captions: the captions as SRT and WebVTT, a file for each language.',
    there('chapters') && 'chapters.txt: the chapters with their times.',
    there('transcript') && 'transcript.txt: who says what, and when.',
    stems.length > 0 && [
      'stems: the sound in parts, WAV at 48 kHz in 32-bit float, each as long as the film. Those of the tracks add up to the whole mix;',
      'those of the speakers are parts of the speech tracks. They are as loud as in the mix, before its loudness was set:',
      'the gain that the film was given after that stands in manifest.json under "sound".',
    ].join('\n  '),
    parts.includes('edit-lists') && [
      'Edit lists, to go on in another program:',
      '.otio: OpenTimelineIO, for DaVinci Resolve, Kdenlive and others',
      '.mlt: Shotcut, Kdenlive and melt',
      '.fcpxml: Final Cut Pro and DaVinci Resolve; "(1.8)" is for older versions',
      '.edl: CMX3600, one picture track',
      '"Edit lists.txt" says what each of them cannot carry.',
    ].join('\n  '),
    parts.includes('media') && parts.includes('edit-lists') && 'media: the files that the edit lists name. Keep them beside the edit lists.',
    'manifest.json: every file with its SHA-256, and for every take its model, prompt, seed, voice and cost.',
  ]
  return [
    name,
    '='.repeat(Math.min(60, Array.from(name).length)),
    '',
    `${width} × ${height}, ${Number((rate.numerator / rate.denominator).toFixed(3))} frames a second`,
    '',
    ...rows.filter(row => row !== false).map(row => `- ${row}`),
    '',
    markOf(takes, name)?.note ?? 'Nothing in it was made by a model.',
    '',
  ].join('\n')
}

function filmRow({ format, video, audio }: Encoding, rateOfSequence: FrameRate): string {
  if (format !== 'frames')
    return 'The finished film lies in this folder under the name of the kit.'
  const { numerator, denominator } = video?.rate ?? rateOfSequence
  return [
    'frames: the pictures of the film, a PNG file for each, numbered from 1 on. They do not say how fast they follow each other:',
    `${Number((numerator / denominator).toFixed(3))} a second${denominator === 1 ? '' : ` (${numerator}/${denominator})`}.`,
    ...audio ? ['The WAV file in this folder is the sound, as long as the pictures.'] : [],
  ].join('\n  ')
}
