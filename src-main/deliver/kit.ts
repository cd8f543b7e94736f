/** Freezes the parts of a kit: edit lists and their media, captions, transcript, chapters, stems, and what is known of every take. */
import type { KitPart } from '#contract/delivery-options.ts'
import type { EditListFormat } from '#contract/saving.ts'
import type { Line } from '#contract/script.ts'
import type { PictureClip, Sequence } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, TakeId, TextLanguage } from '#contract/words.ts'
import type { EditFile, EditInput, EditList } from '../interchange/edit-list.ts'
import type { KitPlan } from '../media/plan/kit-plan.ts'
import type { KitInput } from './kit-input.ts'
import { lastText } from '#rules/captions/counter.ts'
import { captionGroups, groupCues, hasWords } from '#rules/captions/tracks.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { chapterList } from '#rules/deliver/chapter-text.ts'
import { chaptersOf } from '#rules/deliver/chapters.ts'
import { notesName } from '#rules/deliver/kit-files.ts'
import { millisecondsOfFrame, sampleOfFrame } from '#rules/sequence/frames.ts'
import { audibleTracks, soundEvents } from '#rules/sequence/levels.ts'
import { cuesWithin, rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { kitWordsIn } from '#rules/text/kit-words.ts'
import { safeFileBase } from '../base/file-name.ts'
import { toEdl } from '../interchange/edl.ts'
import { toFcpxml } from '../interchange/fcpxml.ts'
import { editListOf } from '../interchange/list-of-sequence.ts'
import { toMlt } from '../interchange/mlt.ts'
import { editListFormats, notesOf } from '../interchange/notes.ts'
import { toOtio } from '../interchange/otio.ts'
import { bookOf } from './kit-book.ts'
import { inKit } from './kit-names.ts'
import { readmeOf } from './kit-readme.ts'
import { manifestOf } from './manifest.ts'

type Text = KitPlan['texts'][number]

const burnedPath = 'captions/burned.ass'

/** What follows the name of an edit list. */
export const editListEndings: Readonly<Record<EditListFormat, string>> = {
  'otio': '.otio',
  'mlt': '.mlt',
  'fcpxml': '.fcpxml',
  'fcpxml-1-8': ' (1.8).fcpxml',
  'edl': '.edl',
}

export function freezeKit(input: KitInput): KitPlan {
  const { parts, name, sequence, lines, takes, pathOf } = input
  const has = (part: KitPart): boolean => parts.includes(part)
  const { listFor, files, titles } = editsOf(input)
  // Captions of nested sequences are among the film's.
  const list = listFor('edl')
  const base = safeFileBase(name)
  const stems = has('stems') ? stemsOf(sequence, lines) : []
  const book = bookOf(input)
  const withEdits = has('edit-lists')
  const texts: Text[] = [
    ...withEdits ? editTexts(listFor, base, input) : [],
    ...has('captions') ? captionTexts(list) : [],
    ...has('transcript') ? [textOf('transcript.txt', 'transcript', transcriptOf(input))] : [],
    ...has('chapters') ? [textOf('chapters.txt', 'chapters', chapterText(sequence, lines))] : [],
  ].filter(({ text }) => text !== '')
  const byId = new Map(takes.map(take => [take.id, take]))
  return {
    parts: [...parts],
    texts: [...texts, textOf('README.txt', 'readme', readmeOf({ ...input, list, texts, stems }))],
    media: withEdits && has('media')
      ? [...files].flatMap(([takeId, file]) => {
          const take = byId.get(takeId)
          return take ? [{ path: file.path, from: pathOf(take) }] : []
        })
      : [],
    titles: withEdits ? titles.flatMap(({ clip: { title }, file: { path } }) => title ? [{ path, title }] : []) : [],
    stems,
    ...book && { book },
    manifest: manifestOf(input),
  }
}

function textOf(path: string, role: Text['role'], text: string): Text {
  return { path, role, text }
}

/** In some formats nested sequences are compounds. */
type ListFor = (format: EditListFormat) => EditList

/** What the sequence is as an edit list, and the files that it names. */
export function editsOf(
  { sequence, inner, size, takes, captionIds, own }: Pick<KitInput, 'sequence' | 'inner' | 'size' | 'takes' | 'captionIds' | 'own'>,
): {
  listFor: ListFor
  files: ReadonlyMap<TakeId, EditFile>
  titles: readonly { clip: PictureClip, file: EditFile }[]
} {
  const nameFor = inKit('media')
  const files = new Map<TakeId, EditFile>()
  const titles: { clip: PictureClip, file: EditFile }[] = []
  const drawn = new Map<string, EditFile>()
  const byId = new Map(takes.map(take => [take.id, take]))
  const input: EditInput = {
    sequence,
    size,
    ...own !== undefined && { own },
    captionIds,
    hasFile: takeId => byId.has(takeId),
    fileOf(takeId) {
      const take = byId.get(takeId)
      if (!take)
        throw new Error(`The input lacks take ${takeId}`)
      const file = files.get(takeId) ?? fileOf(take, nameFor(withoutEnding(take), take.asset.extension))
      files.set(takeId, file)
      return file
    },
    titleOf(clip) {
      // The same one in a nested sequence and in a film that has its tracks.
      const key = JSON.stringify(clip.title)
      const none = { seconds: null, framesPerSecond: null, sampleRate: null, channels: 0 }
      const words = clip.title ? lastText(clip.title) : ''
      const name = clip.title?.shape ? words : `Title ${words}`
      const file = drawn.get(key)
        ?? { id: `title-${clip.id}`, path: nameFor(name, 'png'), name: words, medium: 'picture', ...size, ...none }
      if (!drawn.has(key))
        titles.push({ clip, file })
      drawn.set(key, file)
      return file
    },
  }
  let [flat, compound]: (EditList | undefined)[] = []
  return {
    listFor(format) {
      // An EDL has one sequence alone.
      if (format === 'edl' || inner.size === 0)
        return flat ??= editListOf(input)
      return compound ??= editListOf({ ...input, innerOf: id => inner.get(id) ?? null })
    },
    files,
    titles,
  }
}

/** The title of an import is often its file name. */
function withoutEnding({ title, asset: { extension } }: Take): string {
  return title.toLowerCase().endsWith(`.${extension}`) ? title.slice(0, -extension.length - 1) : title
}

function fileOf({ id, title, medium, asset }: Take, path: string): EditFile {
  const { width, height, durationSeconds, framesPerSecond, sampleRate, channels, sounds } = asset
  const facts = { width, height, seconds: durationSeconds, framesPerSecond, sampleRate, channels: channels ?? 0, ...sounds && { sounds } }
  return { id, hash: asset.id, path, name: title, medium: medium === 'video' || medium === 'audio' ? medium : 'picture', ...facts }
}

function editTexts(listFor: ListFor, base: string, { ass, language }: Pick<KitInput, 'ass' | 'language'>): Text[] {
  return [
    ...editListFormats.map(format => textOf(`${base}${editListEndings[format]}`, 'edit-list', editListText(listFor(format), format, ass))),
    textOf(notesName, 'edit-list', editListNotes(listFor, base, { formats: editListFormats, language })),
    ...ass === null ? [] : [textOf(burnedPath, 'captions', ass)],
  ]
}

/** `ass` are captions that MLT draws. */
export function editListText(list: EditList, format: EditListFormat, ass: string | null): string {
  switch (format) {
    case 'otio': return toOtio(list)
    case 'mlt': return toMlt(list, { assPath: ass === null ? null : burnedPath })
    case 'fcpxml': return toFcpxml(list, '1.11')
    case 'fcpxml-1-8': return toFcpxml(list, '1.8')
    case 'edl': return toEdl(list)
    default: return format satisfies never
  }
}

/** What these formats cannot carry; empty where they carry everything. */
export function editListNotes(
  listFor: ListFor,
  base: string,
  { formats, language }: { readonly formats: readonly EditListFormat[], readonly language: TextLanguage },
): string {
  const { notes } = kitWordsIn[language]
  return formats.flatMap((format) => {
    const told = notesOf(listFor(format), format)
    return told.length === 0 ? [] : [`${base}${editListEndings[format]}`, ...told.map(({ note, count }) => `- ${notes[note](count)}`), '']
  }).join('\n')
}

function captionTexts(list: EditList): Text[] {
  const nameFor = inKit('captions')
  return list.captions.flatMap(({ language, name, cues }) => {
    const path = nameFor(language || name || 'captions', 'srt')
    return [
      textOf(path, 'captions', toSrt(cues, list.rate)),
      textOf(path.replace(/srt$/, 'vtt'), 'captions', toVtt(cues, list.rate)),
    ]
  })
}

/** Who says what when: the lines that are heard, or where none is, the captions. */
function transcriptOf({ sequence, lines, captionIds }: KitInput): string {
  const { rate } = sequence
  const range = rangeOf(sequence, resolve(sequence).durationFrames)
  const [from, end] = [sampleOfFrame(range.startFrame, rate), sampleOfFrame(range.startFrame + range.frames, rate)]
  const byId = new Map(lines.map(line => [line.id, line]))
  const said = soundEvents(sequence).flatMap(({ clip, start, length }) => {
    const line = clip.lineId === null ? undefined : byId.get(clip.lineId)
    const ms = Math.max(0, (start - from) / 48)
    return line && start < end && start + length > from ? [{ ms, speaker: line.speaker, text: line.text }] : []
  })
  const captions = captionGroups(sequence, captionIds).find(group => hasWords(group, range))
  // The words already begin with the names.
  const cues = captions ? cuesWithin(groupCues(captions, rate, false), range) : []
  const shown = cues.map(cue => ({ ms: millisecondsOfFrame(cue.start, rate), speaker: cue.speaker, text: cue.lines.join(' ') }))
  return (said.length > 0 ? said : shown)
    .map(({ ms, speaker, text }) => `[${timeOf(ms)}] ${speaker === '' ? '' : `${speaker}: `}${text.trim()}\n`)
    .join('\n')
}

function chapterText(sequence: Sequence, lines: readonly Line[]): string {
  const chapters = chaptersOf(sequence, rangeOf(sequence, resolve(sequence).durationFrames), lines)
  return chapterList(chapters.map(({ startFrame, title }) => ({ startMs: millisecondsOfFrame(startFrame, sequence.rate), title })))
}

function timeOf(ms: number): string {
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, '0')
  return `${String(Math.floor(ms / 3_600_000)).padStart(2, '0')}:${two(ms / 60_000)}:${two(ms / 1000)}`
}

/** One for each track that is heard, and one for each speaker. Places are those of the render's sounds. */
export function stemsOf(sequence: Sequence, lines: readonly Line[]): KitPlan['stems'] {
  const { rate } = sequence
  const range = rangeOf(sequence, resolve(sequence).durationFrames)
  const [from, end] = [sampleOfFrame(range.startFrame, rate), sampleOfFrame(range.startFrame + range.frames, rate)]
  const speakers = new Map(lines.map(line => [line.id, line.speaker.trim()]))
  // As in the plan of the render.
  const events = soundEvents(sequence).filter(({ start, length }) => start < end && start + length > from)
  const speakerOf = (lineId: LineId | null): string | null => (lineId !== null && speakers.get(lineId)) || null
  const heard = events.map(({ clip, trackId }, at) => ({ at, trackId, speaker: speakerOf(clip.lineId) }))
  const [trackName, speakerName] = [inKit('stems/tracks'), inKit('stems/speakers')]
  const tracks = audibleTracks(sequence).map((track, index) => ({
    path: trackName(track.name || `${track.kind === 'speech' ? 'Speech' : 'Sound'} ${index + 1}`, 'wav'),
    sounds: heard.filter(({ trackId }) => trackId === track.id).map(({ at }) => at),
  }))
  const spoken = Map.groupBy(heard.filter(({ speaker }) => speaker !== null), ({ speaker }) => speaker ?? '')
  return [
    ...tracks,
    ...[...spoken].map(([speaker, own]) => ({ path: speakerName(speaker, 'wav'), sounds: own.map(({ at }) => at) })),
  ].filter(({ sounds }) => sounds.length > 0)
}
