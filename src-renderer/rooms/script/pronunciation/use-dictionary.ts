/** Writing the pronunciation dictionary: each change is a step of undo. */
import type { Pronunciation } from '#contract/script.ts'
import type { ProjectId, PronunciationId } from '#contract/words.ts'
import type { NewPronunciation } from '#rules/script/pronunciation-csv.ts'
import { keyOfEntry } from '#rules/script/pronounce.ts'
import { readPronunciationTable, writePronunciations } from '#rules/script/pronunciation-csv.ts'
import { decodeText } from '#rules/text/decode.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { saveText } from '../../../parts/files/save-text.ts'
import { usePronunciations } from '../../../stores/pronunciations.ts'
import { attempt, studio } from '../../../studio.ts'
import { useTexts } from '../../../texts/texts.ts'
import { randomId } from '../../../wire/random-id.ts'

/** A table of the most entries is far smaller. */
const mostBytes = 5_000_000

/** An entry as it is asked for; a new one has no id. */
type Asked = Omit<Pronunciation, 'id'> & Partial<Pick<Pronunciation, 'id'>>

export function useDictionary(projectId: () => ProjectId) {
  const t = useTexts()
  const notices = useNotices()
  const undo = useUndo()
  const dictionary = usePronunciations()

  /** `begun`: what a person saw when they began, where that may be another entry by now. */
  async function pronounce(
    saved: readonly Pronunciation[],
    removedIds: readonly PronunciationId[],
    of: string,
    begun: Pronunciation | null = null,
  ): Promise<boolean> {
    const step = undo.step({ name: 'changePronunciations', of }, projectId())
    const asked = new Set([...saved.map(entry => entry.id), ...removedIds])
    const expected = dictionary.all.filter(({ id }) => asked.has(id) && id !== begun?.id)
    const answer = await attempt(studio.script.pronounce({
      saved: [...saved],
      removedIds: [...removedIds],
      expected: [...expected, ...begun ? [begun] : []].map(entry => ({ ...entry })),
      step,
    }))
    if (answer.fault)
      notices.fault(answer.fault)
    return answer.fault === undefined
  }

  /** Writes entries, each over those for the same word, language and place, of which it keeps one id. */
  async function write(entries: readonly Asked[], of: string, begun: Pronunciation | null = null): Promise<boolean> {
    const there = Map.groupBy(dictionary.all, keyOfEntry)
    const saved = entries.map((entry): Pronunciation => {
      const same = there.get(keyOfEntry(entry)) ?? []
      return { ...entry, id: entry.id ?? same[0]?.id ?? randomId<PronunciationId>() }
    })
    const savedIds = new Set(saved.map(entry => entry.id))
    const replaced = saved.flatMap(entry => there.get(keyOfEntry(entry)) ?? []).filter(entry => !savedIds.has(entry.id))
    return pronounce(saved, replaced.map(entry => entry.id), of, begun)
  }

  const askedOf = ({ isOfProject, ...words }: NewPronunciation): Asked => ({ ...words, projectId: isOfProject ? projectId() : null })

  return {
    add: (entry: NewPronunciation) => write([askedOf(entry)], entry.word),
    change: (entry: Pronunciation, begun: Pronunciation) => write([entry], entry.word, begun),
    remove: (entry: Pronunciation) => pronounce([], [entry.id], entry.word, entry),
    export: (): void => saveText(`\uFEFF${writePronunciations(dictionary.all)}`, t.value.script.pronounce.file, 'text/csv'),
    async import(file: File): Promise<void> {
      if (file.size > mostBytes)
        return void notices.say(texts => texts.script.paste.refused['too-large'], { tone: 'bad' })
      const { entries, strayCount } = readPronunciationTable(decodeText(new Uint8Array(await file.arrayBuffer())).text)
      const byKey = Map.groupBy(entries.map(askedOf), keyOfEntry)
      const written = [...byKey.values()].flatMap(same => same.at(-1) ?? [])
      const repeated = [...byKey.values()].filter(same => new Set(same.map(({ alias }) => alias)).size > 1)
      if (written.length > 0 && !await write(written, file.name.slice(0, 80)))
        return
      notices.say(texts => texts.script.pronounce.imported(written.length), written.length > 0 ? { tone: 'good' } : {})
      const [example] = repeated[0] ?? []
      if (example)
        notices.say(texts => texts.script.pronounce.repeated(repeated.length, example.word))
      if (strayCount > 0)
        notices.say(texts => texts.script.pronounce.stray(strayCount), { tone: 'bad' })
    },
  }
}
