/** Writing the pronunciation dictionary: each change is a step of undo. */
import type { Pronunciation } from '#contract/script.ts'
import type { ProjectId, PronunciationId } from '#contract/words.ts'
import type { NewPronunciation } from '#rules/script/pronunciation-csv.ts'
import { readPronunciationTable, writePronunciations } from '#rules/script/pronunciation-csv.ts'
import { decodeText } from '#rules/text/decode.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { saveText } from '../../../parts/files/save-text.ts'
import { usePronunciations } from '../../../stores/pronunciations.ts'
import { attempt, studio } from '../../../studio.ts'
import { useTexts } from '../../../texts/texts.ts'
import { randomId } from '../../../wire/random-id.ts'

/** As many as one call may write. */
const mostAtOnce = 5000
/** A table of so many entries is far smaller. */
const mostBytes = 5_000_000

export function useDictionary(projectId: () => ProjectId) {
  const t = useTexts()
  const notices = useNotices()
  const undo = useUndo()
  const dictionary = usePronunciations()

  async function pronounce(saved: readonly Pronunciation[], removedIds: readonly PronunciationId[], of: string): Promise<boolean> {
    const step = undo.step({ name: 'changePronunciations', of }, projectId())
    const answer = await attempt(studio.script.pronounce({ saved: [...saved], removedIds: [...removedIds], step }))
    if (answer.fault)
      notices.fault(answer.fault)
    return answer.fault === undefined
  }

  /** An entry for the same word, language and place is written over. */
  function entryOf({ isOfProject, ...words }: NewPronunciation): Pronunciation {
    const place = isOfProject ? projectId() : null
    const same = dictionary.all.find(entry =>
      entry.word === words.word && entry.language === words.language && entry.projectId === place)
    return { id: same?.id ?? randomId<PronunciationId>(), projectId: place, ...words }
  }

  return {
    add: (entry: NewPronunciation) => pronounce([entryOf(entry)], [], entry.word),
    change: (entry: Pronunciation) => pronounce([entry], [], entry.word),
    remove: ({ id, word }: Pronunciation) => pronounce([], [id], word),
    export: (): void => saveText(`\uFEFF${writePronunciations(dictionary.all)}`, t.value.script.pronounce.file, 'text/csv'),
    async import(file: File): Promise<void> {
      if (file.size > mostBytes)
        return void notices.say(texts => texts.script.paste.refused['too-large'], { tone: 'bad' })
      const { entries, strayCount } = readPronunciationTable(decodeText(new Uint8Array(await file.arrayBuffer())).text)
      const written = entries.slice(0, mostAtOnce).map(entryOf)
      if (written.length > 0 && !await pronounce(written, [], file.name.slice(0, 80)))
        return
      notices.say(texts => texts.script.pronounce.imported(written.length), written.length > 0 ? { tone: 'good' } : {})
      if (strayCount > 0)
        notices.say(texts => texts.script.pronounce.stray(strayCount), { tone: 'bad' })
    },
  }
}
