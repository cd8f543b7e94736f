/** Changes of the prompt shelf: each is a step of undo. */
import type { NewShelfEntry, ShelfEntry } from '#contract/shelf.ts'
import type { ProjectId, ShelfEntryId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { NewShelfEntry as Shape } from '#contract/shelf.ts'
import { foldShelfName } from '#rules/shelf/names.ts'
import { readShelf, writeShelf } from '#rules/shelf/shelf-csv.ts'
import { decodeText } from '#rules/text/decode.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useShelf } from '../../stores/shelf.ts'
import { attempt, studio } from '../../studio.ts'
import { useTexts } from '../../texts/texts.ts'
import { randomId } from '../../wire/random-id.ts'
import { saveText } from '../files/save-text.ts'

/** As many as one call may write. */
const mostAtOnce = 1000
/** A table of so many entries is far smaller. */
const mostBytes = 5_000_000

/** Without what main adds. */
function storedOf(entry: ShelfEntry | undefined): NewShelfEntry | null {
  return entry ? Shape.parse(entry) : null
}

export function useShelfActs(projectId: () => ProjectId | null) {
  const t = useTexts()
  const notices = useNotices()
  const undo = useUndo()
  const shelf = useShelf()

  return {
    /** `before` is what the person began from; undefined for a new entry. */
    async save(entry: NewShelfEntry, before: ShelfEntry | undefined): Promise<AnyFault | null> {
      const expected = storedOf(before)
      const isMoved = expected !== null && expected.projectId !== entry.projectId
      const step = undo.step({ name: isMoved ? 'moveShelfEntries' : 'saveShelfEntries', of: entry.name }, projectId())
      return (await attempt(studio.shelf.write({ saved: [{ entry, expected }], removedIds: [], step }))).fault ?? null
    },
    async remove(id: ShelfEntryId, name: string): Promise<boolean> {
      const step = undo.step({ name: 'removeShelfEntries', of: name }, projectId())
      const { fault } = await attempt(studio.shelf.write({ saved: [], removedIds: [id], step }))
      if (fault)
        notices.fault(fault)
      else
        notices.say(texts => texts.shelf.removed(name))
      return fault === undefined
    },
    export: (entries: readonly ShelfEntry[]): void => saveText(`\uFEFF${writeShelf(entries)}`, t.value.shelf.file, 'text/csv'),
    /** Into the project, else the studio. An entry of the same name there is written over, and keeps its images. */
    async import(file: File): Promise<void> {
      if (file.size > mostBytes)
        return void notices.say(texts => texts.script.paste.refused['too-large'], { tone: 'bad' })
      const { entries, strayCount } = readShelf(decodeText(new Uint8Array(await file.arrayBuffer())).text)
      const at = projectId()
      const there = new Map(shelf.entriesOf(at).filter(entry => entry.projectId === at).map(entry => [foldShelfName(entry.name), entry]))
      const byName = new Map(entries.slice(0, mostAtOnce).map(entry => [foldShelfName(entry.name), entry]))
      const saved = [...byName].map(([name, entry]) => {
        const same = there.get(name)
        const id = same?.id ?? randomId<ShelfEntryId>()
        return { entry: { id, projectId: at, takeIds: same?.takeIds ?? [], ...entry }, expected: storedOf(same) }
      })
      if (saved.length > 0) {
        const step = undo.step({ name: 'saveShelfEntries', of: String(saved.length) }, at)
        const { fault } = await attempt(studio.shelf.write({ saved, removedIds: [], step }))
        if (fault)
          return notices.fault(fault)
      }
      notices.say(texts => texts.shelf.imported(saved.length), saved.length > 0 ? { tone: 'good' } : {})
      if (strayCount > 0)
        notices.say(texts => texts.shelf.stray(strayCount), { tone: 'bad' })
    },
  }
}
