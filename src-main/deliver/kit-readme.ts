/** The read-me of a kit: explains its files to the person who receives it. */
import type { Encoding } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { KitWords } from '#rules/text/kit/words.ts'
import type { EditList } from '../interchange/edit-list.ts'
import type { KitPlan } from '../media/plan/kit-plan.ts'
import type { KitInput } from './kit-input.ts'
import { bookReportName, notesName } from '#rules/deliver/kit-files.ts'
import { kitWordsIn } from '#rules/text/kit-words.ts'
import { markOf, modelsOf } from './provenance.ts'

interface ReadmeInput extends Pick<KitInput, 'name' | 'parts' | 'lacksPoster' | 'takes' | 'encoding' | 'language'> {
  readonly list: EditList
  readonly texts: KitPlan['texts']
  readonly stems: KitPlan['stems']
}

export function readmeOf({ name, parts, lacksPoster, takes, list, texts, stems, encoding, language }: ReadmeInput): string {
  const words = kitWordsIn[language]
  const { width, height, rate } = list
  const isThere = (role: KitPlan['texts'][number]['role']): boolean => texts.some(text => text.role === role)
  const mark = markOf(takes, name)
  const rows: (string | false)[] = [
    parts.includes('master') && masterRow(encoding, rate, words),
    parts.includes('book') && words.book(bookReportName),
    parts.includes('poster') && words.poster,
    lacksPoster && words.noPoster,
    parts.includes('captions') && isThere('captions') && words.captions,
    isThere('chapters') && words.chapters,
    isThere('transcript') && words.transcript,
    stems.length > 0 && words.stems,
    parts.includes('edit-lists') && words.editLists(notesName),
    parts.includes('media') && parts.includes('edit-lists') && words.media,
    words.manifest,
  ]
  return [
    name,
    '='.repeat(Math.min(60, Array.from(name).length)),
    '',
    words.size(width, height, framesPerSecond(rate)),
    '',
    ...rows.filter(row => row !== false).map(row => `- ${row}`),
    '',
    mark === null ? words.noModel : words.models(modelsOf(takes), mark.sourceType),
    '',
  ].join('\n')
}

function masterRow({ format, video, audio }: Encoding, rateOfSequence: FrameRate, words: KitWords): string {
  if (format !== 'frames')
    return words.master
  const rate = video?.rate ?? rateOfSequence
  return words.frames(framesPerSecond(rate), rate.denominator === 1 ? '' : `${rate.numerator}/${rate.denominator}`, audio !== null)
}

function framesPerSecond({ numerator, denominator }: FrameRate): string {
  return String(Number((numerator / denominator).toFixed(3)))
}
