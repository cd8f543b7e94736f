/** What a pasted text or a file would become: its rows as a person has corrected them, and who speaks them once speakers were renamed. */
import type { Correction, ReadRow } from '#rules/script/reading/read-row.ts'
import type { ScriptText } from '#rules/script/script-lines.ts'
import type { TableChoice } from '#rules/script/table.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import type { FileWords } from './read-file.ts'
import type { ScriptRows } from './read-lines.ts'
import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { languageOfVtt } from '#rules/script/named-language.ts'
import { isLike, linesOf } from '#rules/script/reading/read-row.ts'
import { isSpoken, usualChoices } from '#rules/script/script-lines.ts'
import { splitText } from '#rules/script/split-text.ts'
import { correctionsFor, noCorrections, withCorrections } from './corrections.ts'
import { detectLanguageAside, readFileAside, readScriptAside } from './read-aside.ts'
import { mostCharacters } from './read-file.ts'
import { mostLinesAtOnce, nothingRead } from './read-lines.ts'

/** As long as the contract allows. */
const longest = { speaker: 100, direction: 2000 } as const

/** A language is clear from less. */
const mostDetected = 200_000

/** What is too long for one direction becomes lines of its own before it. A character may count twice there. */
function withShortDirections(line: ScriptText): ScriptText[] {
  if (line.direction.length <= longest.direction)
    return [line]
  const pieces = splitText(line.direction, longest.direction / 2)
  const before = pieces.slice(0, -1).map((direction): ScriptText => ({ speaker: '', text: '', direction, role: 'direction' }))
  return [...before, { ...line, direction: pieces.at(-1) ?? '' }]
}

export function usePaste() {
  const source = shallowRef('')
  const settled = refDebounced(source, 150)
  const notRead = shallowRef<Extract<FileWords, { refused: string }>['refused'] | null>(null)
  /** Also what was typed or dropped into the field. */
  const refused = computed(() => source.value.length > mostCharacters ? 'too-large' : notRead.value)
  const opened = shallowRef<{ file: File, text: string, encoding: Encoding, damaged: number } | null>(null)
  /** The language that the file names, as long as there is anything of it. */
  const ofFile = shallowRef<string | null>(null)
  watch(source, text => text === '' && (ofFile.value = null), { flush: 'sync' })
  let reads = 0
  const choices = ref({ ...usualChoices })
  const names = shallowRef<ReadonlyMap<string, string>>(new Map())

  const found = shallowRef<ScriptRows & { readonly of: string }>({ of: '', ...nothingRead })
  /** Of the rows as they were when the last one was made. */
  const madeCorrections = shallowRef(noCorrections)
  /** What was said of a row that was read so. */
  const lastCorrected = shallowRef<{ like: ReadRow, correction: Correction } | null>(null)
  /** A long text is being read: what is shown is of the text before. */
  const isReading = shallowRef(false)
  const headOf = (text: string): string => text.trimStart().split('\n', 1)[0] ?? ''
  /** Holds for the table whose first row it was made for. */
  const chosen = shallowRef<{ head: string, table: TableChoice } | null>(null)
  const choiceFor = (text: string): TableChoice | null => chosen.value?.head === headOf(text) ? chosen.value.table : null
  watch([settled, chosen], async ([text], _before, onCleanup) => {
    const stop = new AbortController()
    onCleanup(() => stop.abort())
    isReading.value = true
    try {
      const now = await readScriptAside(text, choiceFor(text), stop.signal)
      if (!stop.signal.aborted) {
        found.value = { ...now, of: text }
      }
    }
    catch (error) {
      if (!stop.signal.aborted)
        throw error
    }
    finally {
      if (!stop.signal.aborted)
        isReading.value = false
    }
  }, { immediate: true })
  const corrections = computed(() => correctionsFor(found.value.rows, madeCorrections.value))
  const rows = computed(() => withCorrections(found.value.rows, corrections.value))
  const lines = computed(() => linesOf(rows.value, choices.value))
  /** In which language it is: as a person has said, else as its words say, else as the file does, which programs often fill in unasked. */
  const detected = shallowRef<string | null>(null)
  const saidLanguage = shallowRef<{ readonly is: string | null } | null>(null)
  const languageByFile = (): string | null => languageOfVtt(source.value) ?? ofFile.value
  const fileLanguage = computed(languageByFile)
  const wordsOf = (some: readonly ScriptText[]): string => some.filter(isSpoken).map(line => line.text).join('\n').slice(0, mostDetected)
  const spokenWords = computed(() => wordsOf(lines.value))
  let detectedOf = ''
  watch(refDebounced(spokenWords, 300), async (words, _before, onCleanup) => {
    const stop = new AbortController()
    onCleanup(() => stop.abort())
    try {
      const found = words === '' ? null : await detectLanguageAside(words, stop.signal)
      if (!stop.signal.aborted) {
        detected.value = found
        detectedOf = words
      }
    }
    catch (error) {
      if (!stop.signal.aborted)
        throw error
    }
  }, { immediate: true })
  const speakers = computed(() => [...Map.groupBy(lines.value.filter(line => line.speaker !== ''), line => line.speaker)]
    .map(([speaker, lines]) => ({ speaker, count: lines.length, name: names.value.get(speaker) ?? speaker })))

  function named(some: readonly ScriptText[]): ScriptText[] {
    return some.slice(0, mostLinesAtOnce).flatMap(withShortDirections).slice(0, mostLinesAtOnce).map(line => ({
      text: line.text,
      speaker: (names.value.get(line.speaker) ?? line.speaker).slice(0, longest.speaker),
      direction: line.direction,
      role: line.role,
    }))
  }

  function correctAt(places: readonly number[], correction: Correction): void {
    const { written, at } = corrections.value
    madeCorrections.value = { written, at: new Map([...at, ...places.map(place => [place, correction] as const)]) }
  }

  /** Places of rows that were written and read like it, and not corrected so yet. */
  function alikeTo({ like, correction }: NonNullable<typeof lastCorrected.value>): number[] {
    return [...found.value.rows.entries()].flatMap(([place, row]) =>
      isLike(row, like) && corrections.value.at.get(place) !== correction ? place : [])
  }

  /** What was said of the text before is not said of another file. */
  function forgetSaid(): void {
    madeCorrections.value = noCorrections
    lastCorrected.value = null
    names.value = new Map()
    saidLanguage.value = null
  }

  async function open(file: File, encoding: Encoding | null): Promise<void> {
    const mine = reads += 1
    isReading.value = true
    const words = await readFileAside(file, encoding).finally(() => {
      isReading.value = false
    })
    if (mine !== reads)
      return
    notRead.value = 'refused' in words ? words.refused : null
    if (!('text' in words))
      return
    // The same file in another encoding is the same text.
    if (encoding === null)
      forgetSaid()
    source.value = words.text
    ofFile.value = words.language
    opened.value = words.encoding && { file, text: words.text, encoding: words.encoding, damaged: words.damaged }
  }

  return {
    source,
    choices,
    refused,
    speakers,
    isReading,
    /** As they were read and corrected; with the name of the speaker that was found. */
    rows,
    /** The speaker under the name that was given. */
    nameOf: (speaker: string): string => names.value.get(speaker) ?? speaker,
    /** Says what a row is. */
    correct(at: number, correction: Correction): void {
      const row = found.value.rows[at]
      if (!row)
        return
      correctAt([at], correction)
      lastCorrected.value = { like: row, correction }
    },
    /** How many others are written and read like the row that was corrected last; null without any. */
    alike: computed(() => {
      const others = lastCorrected.value === null ? 0 : alikeTo(lastCorrected.value).length
      return lastCorrected.value === null || others === 0 ? null : { correction: lastCorrected.value.correction, others }
    }),
    /** Says the same of them. */
    correctAlike(): void {
      if (lastCorrected.value !== null)
        correctAt(alikeTo(lastCorrected.value), lastCorrected.value.correction)
    },
    language: computed(() => saidLanguage.value === null ? detected.value ?? fileLanguage.value : saidLanguage.value.is),
    /** Who says which language it is; null where nobody does. */
    languageFrom: computed(() => saidLanguage.value !== null
      ? 'person' as const
      : detected.value !== null ? 'words' as const : fileLanguage.value === null ? null : 'file' as const),
    sayLanguage(language: string | null): void {
      saidLanguage.value = { is: language }
    },
    /** That of these lines, also where they were written in the last moment. */
    async languageOfAll(some: readonly ScriptText[]): Promise<string | null> {
      if (saidLanguage.value !== null)
        return saidLanguage.value.is
      const words = wordsOf(some)
      return (words === detectedOf ? detected.value : await detectLanguageAside(words)) ?? languageByFile()
    },
    table: computed(() => found.value.table),
    /** By which a text might be a table, or is one. */
    maySeparate: computed(() => found.value.maySeparate),
    readTableAs(table: TableChoice): void {
      chosen.value = { head: headOf(found.value.of), table }
    },
    stray: computed(() => found.value.stray),
    strayCount: computed(() => found.value.strayCount),
    /** Of all lines, also of those that are not added. */
    count: computed(() => lines.value.length),
    /** By everything that was written, also in the last moment. */
    async all(): Promise<ScriptText[]> {
      if (!isReading.value && found.value.of === source.value)
        return named(lines.value)
      const now = (await readScriptAside(source.value, choiceFor(source.value))).rows
      return named(linesOf(withCorrections(now, correctionsFor(now, madeCorrections.value)), choices.value))
    },
    /** Says that nothing is read, and answers false, where the text would be longer than a script can be. */
    hasRoom(more: string): boolean {
      notRead.value = source.value.length + more.length > mostCharacters ? 'too-large' : null
      return notRead.value === null
    },
    /** Two speakers of one name become one. */
    rename(speaker: string, name: string): void {
      names.value = new Map([...names.value, [speaker, name.trim()]])
    },
    /** The encoding of the file whose text is there, until somebody writes in it. */
    fromFile: computed(() => opened.value !== null && opened.value.text === source.value ? opened.value : null),
    open: (file: File) => open(file, null),
    /** Reads the file again. */
    readAs: async (encoding: Encoding): Promise<void> => void (opened.value && await open(opened.value.file, encoding)),
  }
}
