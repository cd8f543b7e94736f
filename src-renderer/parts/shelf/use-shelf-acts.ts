/** Changes of the prompt shelf: each is a step of undo. */
import type { NewShelfEntry, ShelfEntry } from '#contract/shelf.ts'
import type { ProjectId, ShelfEntryId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { mostNameLetters, NewShelfEntry as Shape } from '#contract/shelf.ts'
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

interface Placed { readonly of: ProjectId | null, readonly entry: ReturnType<typeof readShelf>['entries'][number] }

/** Each under a name of its own: of several that have one in a file, the first keeps it. What comes twice in all it has comes in once. */
function withOwnNames(
  all: readonly Placed[],
  keyOf: (of: ProjectId | null, name: string) => string,
  isThere: (key: string) => boolean,
): { byName: ReadonlyMap<string, Placed>, renamed: readonly string[] } {
  const named = new Set(all.map(({ of, entry }) => keyOf(of, entry.name)))
  const byName = new Map<string, Placed>()
  const renamed: string[] = []
  const contentOf = ({ kind, text, words }: Placed['entry']): string => JSON.stringify([kind, text, words])
  for (const { of, entry } of all) {
    const key = keyOf(of, entry.name)
    const first = byName.get(key)
    if (!first) {
      byName.set(key, { of, entry })
      continue
    }
    if (contentOf(first.entry) === contentOf(entry))
      continue
    const letters = Array.from(entry.name)
    let name = entry.name
    for (let number = 2; named.has(keyOf(of, name)) || isThere(keyOf(of, name)); number += 1) {
      const end = `-${number}`
      while (letters.join('').length + end.length > mostNameLetters)
        letters.pop()
      name = letters.join('') + end
    }
    named.add(keyOf(of, name))
    renamed.push(name)
    byName.set(keyOf(of, name), { of, entry: { ...entry, name } })
  }
  return { byName, renamed }
}

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
    /**
     * Each into the place that the file says, without one to where its name is, else into the project; without a project all into the
     * studio. An entry of the same name there is written over, and keeps its images. Another one of a name in the file gets a new name.
     */
    async import(file: File): Promise<void> {
      if (file.size > mostBytes)
        return void notices.say(texts => texts.script.paste.refused['too-large'], { tone: 'bad' })
      const { entries, strayCount, leftOutCount, tooLong } = readShelf(decodeText(new Uint8Array(await file.arrayBuffer())).text)
      const at = projectId()
      const keyOf = (of: ProjectId | null, name: string): string => `${of ?? ''} ${foldShelfName(name)}`
      const there = new Map(shelf.entriesOf(at).map(entry => [keyOf(entry.projectId, entry.name), entry]))
      const placeOf = ({ place, name }: (typeof entries)[number]): ProjectId | null => place === null
        ? there.has(keyOf(at, name)) || !there.has(keyOf(null, name)) ? at : null
        : place === 'project' ? at : null
      const { byName, renamed } = withOwnNames(entries.map(entry => ({ of: placeOf(entry), entry })), keyOf, key => there.has(key))
      const saved = [...byName].map(([key, { of, entry: { place: _, ...entry } }]) => {
        const same = there.get(key)
        const id = same?.id ?? randomId<ShelfEntryId>()
        return { entry: { id, projectId: of, takeIds: same?.takeIds ?? [], ...entry }, expected: storedOf(same) }
      })
      const step = undo.step({ name: 'saveShelfEntries', of: String(saved.length) }, at)
      for (let from = 0; from < saved.length; from += mostAtOnce) {
        const { fault } = await attempt(studio.shelf.write({ saved: saved.slice(from, from + mostAtOnce), removedIds: [], step }))
        if (fault)
          return notices.fault(fault)
      }
      notices.say(texts => texts.shelf.imported(saved.length), saved.length > 0 ? { tone: 'good' } : {})
      if (renamed.length > 0)
        notices.say(texts => texts.shelf.renamed(renamed), { tone: 'bad' })
      if (strayCount > 0)
        notices.say(texts => texts.shelf.stray(strayCount), { tone: 'bad' })
      if (leftOutCount > 0)
        notices.say(texts => texts.shelf.leftOut(leftOutCount), { tone: 'bad' })
      if (tooLong.length > 0)
        notices.say(texts => texts.shelf.tooLong(tooLong), { tone: 'bad' })
    },
  }
}
