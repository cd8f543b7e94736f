/**
 * Every reader of rules, media and the practice service takes a time that grows with its input and no faster. The keys of `ofText` and
 * `ofFile` name the functions; a house test sees to it that none is forgotten.
 *
 * @module-tag wide
 */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import type { LineId, PronunciationId, ShelfEntryId } from '#contract/words.ts'
import type { FitAsked } from '#rules/fit/ask.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { lettersIn } from '#rules/captions/by-words.ts'
import { countedText, lastText, plainCounter } from '#rules/captions/counter.ts'
import { captionsOfLine, cuesOf, rowsOf, spreadCaptions } from '#rules/captions/cues.ts'
import { mergeCaptions, splitTextAt } from '#rules/captions/edit.ts'
import { unescaped } from '#rules/captions/entities.ts'
import { fontRuns, lettersWithoutFont } from '#rules/captions/font-runs.ts'
import { fontsIn } from '#rules/captions/fonts.ts'
import { shareOfWords } from '#rules/captions/laid.ts'
import { lintCaptions } from '#rules/captions/lint.ts'
import { nameBefore, nameOf } from '#rules/captions/names.ts'
import { inOneRow } from '#rules/captions/one-row.ts'
import { readTitleFile, titleOf } from '#rules/captions/own-titles.ts'
import { splitCaption, wordsOf } from '#rules/captions/pieces.ts'
import { countCues, readCaptionFile } from '#rules/captions/read-file.ts'
import { shortCaptions } from '#rules/captions/short-captions.ts'
import { saidText, shownText } from '#rules/captions/shown-text.ts'
import { spokenRows } from '#rules/captions/spoken-words.ts'
import { captionStyle, titleStyle } from '#rules/captions/style.ts'
import { isTiming, looksLikeTimes, timesIn } from '#rules/captions/timing.ts'
import { titleEvents } from '#rules/captions/title.ts'
import { unroll } from '#rules/captions/unroll.ts'
import { readingLength, widthOf } from '#rules/captions/width.ts'
import { wordEvents } from '#rules/captions/word-events.ts'
import * as marks from '#rules/captions/word-marks.ts'
import { wordsBody } from '#rules/captions/words-body.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { CubeError, cubeOf, readCube } from '#rules/colour/cube.ts'
import { readPresetFile } from '#rules/deliver/own-presets.ts'
import { syllablesOf } from '#rules/drift/syllables.ts'
import { movingPicture } from '#rules/files/moving-pictures.ts'
import { fitQuestion, fitTask, readFitTask } from '#rules/fit/ask.ts'
import { diffOf } from '#rules/fit/diff.ts'
import { readWordings } from '#rules/fit/read-wordings.ts'
import { carriedIn } from '#rules/interchange/carried.ts'
import { captionsIn } from '#rules/interchange/fcpxml-captions.ts'
import { secondsOf } from '#rules/interchange/fcpxml-time.ts'
import { fileNameOf, UnreadableListError } from '#rules/interchange/list.ts'
import { framesOf, keysOf } from '#rules/interchange/mlt-parts.ts'
import { cropOf, movesOf } from '#rules/interchange/mlt-place.ts'
import { ownFilmIn } from '#rules/interchange/own-film.ts'
import { readEdl } from '#rules/interchange/read-edl.ts'
import { readFcpxml } from '#rules/interchange/read-fcpxml.ts'
import { readEditList } from '#rules/interchange/read-list.ts'
import { readMlt } from '#rules/interchange/read-mlt.ts'
import { readOtio } from '#rules/interchange/read-otio.ts'
import { readXml } from '#rules/interchange/xml.ts'
import { compareHeard } from '#rules/listening/compare.ts'
import { checkRequest } from '#rules/models/check-request.ts'
import { unknownModel } from '#rules/models/sent-values.ts'
import { composed } from '#rules/script/composed.ts'
import { csvOf, hasMoreThan, rowsOfColumns, rowsOfCsv } from '#rules/script/csv.ts'
import { detectedLanguage } from '#rules/script/detect-language.ts'
import * as language from '#rules/script/language-code.ts'
import * as named from '#rules/script/named-language.ts'
import { lettersOf, paceOf, pausesIn, rateWithin, spokenLength, spokenRate, usualPaceOf } from '#rules/script/pace.ts'
import { keyOfEntry, saidOf } from '#rules/script/pronounce.ts'
import { readPronunciationTable, writePronunciations } from '#rules/script/pronunciation-csv.ts'
import { readScript, readScriptAs, strayRowsIn } from '#rules/script/read-script.ts'
import { castRowsIn } from '#rules/script/reading/cast-list.ts'
import { tableOfJson, textOfSsml } from '#rules/script/reading/data-forms.ts'
import { unescapeText, withoutEmphasis } from '#rules/script/reading/emphasis.ts'
import { textOfFinalDraft } from '#rules/script/reading/final-draft.ts'
import { withoutForeignForm } from '#rules/script/reading/foreign-forms.ts'
import { countedHeadsIn } from '#rules/script/reading/heads.ts'
import { isLabel, withPartsAbove } from '#rules/script/reading/labels.ts'
import * as matter from '#rules/script/reading/matter.ts'
import { withNamesAbove } from '#rules/script/reading/names-above.ts'
import { namesIn, withoutMarks } from '#rules/script/reading/names.ts'
import * as places from '#rules/script/reading/places.ts'
import * as rareNames from '#rules/script/reading/rare-names.ts'
import { readApart, readRows } from '#rules/script/reading/read-rows.ts'
import { runningHeadsIn } from '#rules/script/reading/running-heads.ts'
import { saidBy } from '#rules/script/reading/said.ts'
import * as sentences from '#rules/script/reading/sentences.ts'
import { unwrap } from '#rules/script/reading/unwrap.ts'
import { withNotesApart, withoutRevisions } from '#rules/script/reading/whole-text.ts'
import { matchesIn } from '#rules/script/replace-text.ts'
import { isSceneHeading } from '#rules/script/scene-headings.ts'
import { withColours } from '#rules/script/speaker-colours.ts'
import { sentencesOf, splitText } from '#rules/script/split-text.ts'
import { usesOf, withUse } from '#rules/script/table-columns.ts'
import { columnsOf, headsKnown, isHeadAlone } from '#rules/script/table-heads.ts'
import { possibleSeparator, readTable, separatedCells } from '#rules/script/table.ts'
import { linesOfTranscript } from '#rules/script/transcript-lines.ts'
import { completionsOf } from '#rules/search/complete.ts'
import { highlighted } from '#rules/search/highlight.ts'
import { foldName, withRenamed } from '#rules/search/names.ts'
import { parseSearch, printSearch } from '#rules/search/query.ts'
import { readDate, readSeconds } from '#rules/search/values.ts'
import { heardOfKey } from '#rules/sequence/heard.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'
import { readTime } from '#rules/sequence/timecode.ts'
import { offeredNames, withName } from '#rules/shelf/complete.ts'
import { namesOf, piecesOf, typedNameAt, withoutNames } from '#rules/shelf/names.ts'
import { resolveText } from '#rules/shelf/resolve.ts'
import { readShelf, wordsLeftOut, wordsOfLines, writeShelf } from '#rules/shelf/shelf-csv.ts'
import { microsOf } from '#rules/spend/money.ts'
import { charactersIn, filmedMs, quantitiesOf } from '#rules/spend/quantities.ts'
import { readSuggestions } from '#rules/storyboard/read-suggestions.ts'
import { decodeText } from '#rules/text/decode.ts'
import { plausibilityOf } from '#rules/text/plausible.ts'
import { sniff } from '../../../src-main/base/magic.ts'
import { wordLanguages } from '../../../src-main/base/word-languages.ts'
import { createCaptionReader } from '../../../src-main/media/picture/caption-events.ts'
import { completePng } from '../../../src-main/media/probe/complete-cut.ts'
import { readPictureHeader } from '../../../src-main/media/probe/picture-header.ts'
import { probe } from '../../../src-main/media/probe/probe.ts'
import { readThroughWindow } from '../../../src-main/media/read-window.ts'
import { createWebmReader } from '../../../src-main/media/recording/webm-sound.ts'
import { withoutPaths } from '../../../src-main/media/unreadable.ts'
import { readWavLayout } from '../../../src-main/media/wav.ts'
import { choosePalette, coloursIn } from '../../../src-main/practice/drawing/palette.ts'
import { decodePpm } from '../../../src-main/practice/drawing/raster.ts'
import { fileKind } from '../../../src-main/practice/request/file-kinds.ts'
import { glanceAt } from '../../../src-main/practice/request/glance.ts'
import { guessLanguage, languageCode } from '../../../src-main/practice/request/languages.ts'
import { checkMessages } from '../../../src-main/practice/request/messages.ts'
import { wantsPictures, writePicturePrompts, writeScene, writeStoryboard } from '../../../src-main/practice/scene.ts'
import { createRandom } from '../../../src-main/practice/seed.ts'
import { readMark } from '../../../src-main/practice/voice/mark.ts'
import { decodeWav } from '../../../src-main/practice/voice/wav.ts'
import { writeWordings } from '../../../src-main/practice/wordings.ts'
import { picture } from '../../kit/sequence.ts'

const rate: FrameRate = { numerator: 25, denominator: 1 }

/** What makes patterns look back or forward again and again, joined pieces grow, and lists long. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  'closing brackets': n => ']'.repeat(n),
  'opening brackets': n => '('.repeat(n),
  'empty rows': n => `\n`.repeat(n),
  'empty rows between words': n => `a${'\n'.repeat(n)}b`,
  'spaces between words': n => `a,${' '.repeat(n)}b`,
  'brackets and spaces': n => `a,${'] '.repeat(n / 2)}b`,
  'one word': n => 'a'.repeat(n),
  'zeros': n => `0.${'0'.repeat(n)}1`,
  'digits': n => '1'.repeat(n),
  'capitals with points': n => 'A. '.repeat(n / 3),
  'abbreviations': n => 'Mr. '.repeat(n / 4),
  'rows of names': n => 'ANNA: yes\n'.repeat(n / 10),
  'opened emphasis': n => '*a _b **c __d '.repeat(n / 14),
  'opened directions': n => '(a \\( '.repeat(n / 6),
  'opened objects': n => '{"line": '.repeat(n / 9),
  'objects in objects': n => `${'{"1":'.repeat(n / 6)}${'}'.repeat(n / 6)}`,
  'objects': n => `{${'"3":{"prompt":"x"},'.repeat(n / 19)}`,
  'list marks': n => '- '.repeat(n / 2),
  'quotes': n => `."'`.repeat(n / 3),
  'combining marks': n => `a${'\u0301'.repeat(n)}`,
  'wide script': n => '长'.repeat(n),
  'wide clauses': n => '你好，'.repeat(n / 3),
  'script without spaces': n => 'ภาษาไทย'.repeat(n / 7),
  'pictures': n => '👩‍👩‍👧'.repeat(n / 8),
  'halves of pairs': n => '\uD83D'.repeat(n),
  'casts': n => 'with A (about '.repeat(n / 14),
  'camera words': n => 'pan'.repeat(n / 3),
  'skies': n => 'é'.repeat(n),
  'opened tags': n => '[a <b {\\an '.repeat(n / 12),
  'times of captions': n => '00:00:01,000 --> 00:00:02,000\n'.repeat(n / 30),
  'numbers in rows': n => '1\n\n'.repeat(n / 3),
}

const modelOfAddress = { fields: [{ name: 'a', type: 'address', isRequired: false, excludes: [] }], oneOf: [], id: 'any' } as never
const cueOf = (text: string) => ({ start: 0, length: 25, lines: [text], speaker: text })
const captionOf = (speaker: string) => ({ text: 'Short.', speaker, start: 0, length: 1500 })
const captionSaying = (text: string) => ({ id: 1, text, speaker: '', start: 0, length: 1500 })
const screen = { width: 1920, height: 1080, rate }
const look = { x: 0, y: 0, scale: 1, rotation: 0, opacity: 1, crop: { left: 0, top: 0, right: 0, bottom: 0 } }
const titleSaying = (text: string) => ({ start: 0, length: 9, text, style: titleStyle, look, fadeIn: 0, fadeOut: 0 })

function fitOf(text: string) {
  return ({
    lines: [{ id: 'line' as LineId, speaker: '', text, direction: text, role: 'speech' }],
    lineId: 'line' as LineId,
    seconds: 2,
    pace: usualPaceOf('en'),
    dictionary: [text],
  }) satisfies FitAsked
}

/** What is no edit list is refused. */
function tried(read: () => unknown): unknown {
  try {
    return read()
  }
  catch (error) {
    if (!(error instanceof UnreadableListError))
      throw error
    return null
  }
}

function orNoCube<Result>(read: () => Result): Result | null {
  try {
    return read()
  }
  catch (error) {
    if (!(error instanceof CubeError))
      throw error
    return null
  }
}

const ofText: Readonly<Record<string, (text: string) => unknown>> = {
  'rules/search/query.ts parseSearch': text => [text, `kind:${text}`].map(typed => parseSearch(typed)),
  'rules/search/query.ts printSearch': text => printSearch(parseSearch(text)),
  'rules/search/complete.ts completionsOf': text =>
    [text, `tag:${text}`].map(typed => completionsOf(typed, 'en', {
      ...{ voice: [], model: [], project: [], collection: [], account: [], tag: [text] },
    })),
  // A search has at most a thousand characters.
  'rules/search/highlight.ts highlighted': text => highlighted(text, parseSearch(`${text.slice(0, 100)} "a b"`)),
  'rules/search/names.ts foldName': foldName,
  'rules/search/names.ts withRenamed': text => withRenamed(parseSearch(`collection:${text}`), 'collection', text, text),
  'rules/search/values.ts readSeconds': text => [text, '1'.repeat(text.length), '1s'.repeat(text.length / 2)].map(readSeconds),
  'rules/search/values.ts readDate': readDate,
  'rules/sequence/timecode.ts readTime': text => [text, `+${text}`, `${text}s`].map(typed => readTime(typed, { rate, now: 0 })),
  'rules/script/read-script.ts readScript': text => readScript(text),
  'rules/script/read-script.ts strayRowsIn': text => strayRowsIn(text),
  'rules/script/read-script.ts readScriptAs': text =>
    [null, { isTable: true, separator: ',', hasHeads: null, uses: null } as const].map(choice => readScriptAs(text, choice)),
  'rules/script/table-heads.ts columnsOf': text => [columnsOf([text]), columnsOf(text.split(','))],
  'rules/script/table-heads.ts headsKnown': text => headsKnown(columnsOf(text.split(','))),
  'rules/script/table-heads.ts isHeadAlone': text => isHeadAlone(text),
  'rules/script/scene-headings.ts isSceneHeading': text => [text, `日 内 ${text}`, `INNEN ${text}`, `3、${text}`].map(isSceneHeading),
  'rules/script/reading/read-rows.ts readRows': text =>
    ['', 'INT. A\n\nANNA\nhi\n\n', 'ANNA: hi\n'].map(start => readRows(`${start}${text}`)),
  'rules/script/reading/read-rows.ts readApart': text => [readApart([text]), readApart(text.split('\n'))],
  'rules/script/reading/emphasis.ts withoutEmphasis': withoutEmphasis,
  'rules/script/reading/emphasis.ts unescapeText': unescapeText,
  'rules/script/reading/final-draft.ts textOfFinalDraft': text => ['Dialogue', 'Character'].map(type =>
    textOfFinalDraft(`<FinalDraft Version="4"><Content><Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`)),
  'rules/script/reading/heads.ts countedHeadsIn': text => [text, 'I\n\n', 'Screen 1\n'].map(each =>
    countedHeadsIn(each.repeat(Math.ceil(text.length / each.length)).split('\n'), () => true)),
  'rules/script/reading/running-heads.ts runningHeadsIn': (text) => {
    const rows = text.split('\n').map(row => row.trim())
    return runningHeadsIn(rows, matter.pageNumbersIn(rows))
  },
  'rules/script/reading/unwrap.ts unwrap': text => unwrap(
    text.split('\n').map((row, at) => ({ row, at })),
    { isNamed: () => false, areNamed: false, pages: new Set([1]) },
  ),
  'rules/script/reading/cast-list.ts castRowsIn': text => castRowsIn(['Cast', ...text.split('\n')]),
  'rules/script/reading/foreign-forms.ts withoutForeignForm': text => [
    ...['', '<p>', '<p>\n</p>\n<b '].map(start => start + text),
    ...['Dialogue: 0,0:00:01.00,', 'label a:\n "', 'title: a\n---\n===\n', '=== a\n-> b\n'].map(start => `${start}${text}\n${text}`),
  ].map(withoutForeignForm),
  'rules/script/reading/data-forms.ts tableOfJson': text => [`[${text}]`, `[{"text":${JSON.stringify(text)}}]`].map(tableOfJson),
  'rules/script/reading/data-forms.ts textOfSsml': text => textOfSsml(`<speak>${text}</speak>`),
  'rules/script/reading/labels.ts isLabel': isLabel,
  'rules/script/reading/labels.ts withPartsAbove': text => withPartsAbove([...text.split('\n'), `HOOK: ${text}`, `**HOOK${text}`]),
  'rules/script/reading/places.ts isPlace': text => [places.isPlace(text), places.isPlace(`V.${text}`, text)],
  'rules/script/reading/places.ts isContinued': text => [text, `CONT${text}`].map(places.isContinued),
  'rules/script/reading/places.ts tellsPlace': text => [text, `MARA (${text})`].map(places.tellsPlace),
  'rules/script/reading/rare-names.ts rareName': text => [text, `Mara${text}`, `“${text}”`, `“${text}” (Mara)`].map(rareNames.rareName),
  'rules/script/reading/rare-names.ts quotedName': text => rareNames.quotedName(`${text}：“${text}”`),
  'rules/script/reading/rare-names.ts trustedWays': text => rareNames.trustedWays(text.split('\n').map(rareNames.rareName)),
  'rules/script/reading/rare-names.ts areCounted': text => rareNames.areCounted(text.split('\n')),
  'rules/script/reading/rare-names.ts dottedAboveIn': text => rareNames.dottedAboveIn(text.split('\n')),
  'rules/script/reading/whole-text.ts withNotesApart': withNotesApart,
  'rules/script/reading/whole-text.ts withoutRevisions': text => withoutRevisions(text.split('\n')),
  'rules/script/reading/names-above.ts withNamesAbove': text => withNamesAbove(text.split('\n').map((row, at) => ({ row, at }))),
  'rules/script/reading/names.ts namesIn': text => namesIn(text.split('\n').map(row => row.trim())),
  'rules/script/reading/names.ts withoutMarks': withoutMarks,
  'rules/script/reading/sentences.ts isSung': sentences.isSung,
  'rules/script/reading/sentences.ts isVerse': text => sentences.isVerse(text.split('\n')),
  'rules/script/reading/sentences.ts isSentence': sentences.isSentence,
  'rules/script/reading/said.ts saidBy': text => [text, `“${text}” said Mara.`].map(words => saidBy(words, name => name)),
  'rules/script/reading/matter.ts slugOf': text => [text, `INT. ${text}`, `12 ${text} 12`].map(matter.slugOf),
  'rules/script/reading/matter.ts chapterOf': matter.chapterOf,
  'rules/script/reading/matter.ts isTransition': text => [text, `> ${text}`].map(matter.isTransition),
  'rules/script/reading/matter.ts isFurniture': matter.isFurniture,
  'rules/script/reading/matter.ts effectOf': text => [text, `[SFX: ${text}]`].map(matter.effectOf),
  'rules/script/reading/matter.ts isNote': text => [text, `NOTE: ${text}`].map(matter.isNote),
  'rules/script/reading/matter.ts isStageLabel': matter.isStageLabel,
  'rules/script/reading/matter.ts endOfTitlePage': text => matter.endOfTitlePage(text.split('\n').map(row => row.trim())),
  'rules/script/reading/matter.ts pageNumbersIn': text => matter.pageNumbersIn(text.split('\n').map(row => row.trim())),
  'rules/script/reading/matter.ts timeRowsIn': text => matter.timeRowsIn(text.split('\n').map(row => row.trim())),
  'rules/script/table-columns.ts usesOf': text => usesOf(text.split('\n').map(row => row.split(',')), null),
  'rules/script/table-columns.ts withUse': text => withUse(text.split(',').map(() => 'text' as const), 0, 'text'),
  'rules/script/table.ts readTable': text => ['', 'text,speaker\n', 'a|b\n-|-\n'].map(start => readTable(`${start}${text}`)),
  'rules/script/table.ts possibleSeparator': text => ['', 'a,b\n', 'a|b\n'].map(start => possibleSeparator(`${start}${text}`)),
  'rules/script/table.ts separatedCells': text => separatedCells(`a,b\n${text}`),
  'rules/script/language-code.ts languageCode': language.languageCode,
  'rules/script/named-language.ts namedLanguage': named.namedLanguage,
  'rules/script/named-language.ts languageOfFileName': text => [text, `${text}.de.srt`, `.${text}.srt`].map(named.languageOfFileName),
  'rules/script/named-language.ts languageOfVtt': text =>
    [text, `WEBVTT\n${text}`, `WEBVTT\nLanguage:${text}\n\n`].map(named.languageOfVtt),
  'rules/drift/syllables.ts syllablesOf': syllablesOf,
  'rules/listening/compare.ts compareHeard': text => compareHeard(text, text.slice(1), { language: 'en' }),
  'rules/script/composed.ts composed': text => composed(text.normalize('NFD')).placed([{ start: 0, end: 1 }]),
  'rules/script/pronounce.ts keyOfEntry': text => keyOfEntry({ projectId: null, word: text, language: '' }),
  'rules/script/pronounce.ts saidOf': text =>
    saidOf(text, ['a', 'a a', text.slice(0, 100)].map(word => ({ projectId: null, word, alias: 'b', language: '' })), null),
  'rules/script/replace-text.ts matchesIn': text =>
    ['a', text.slice(0, 100)].map(words => matchesIn(text, { words, matchesCase: false, isWhole: true })),
  'rules/script/pronunciation-csv.ts readPronunciationTable': text =>
    ['', 'word,alias\n'].map(start => readPronunciationTable(`${start}${text}`)),
  'rules/script/pronunciation-csv.ts writePronunciations': text =>
    writePronunciations([{ id: 'id' as PronunciationId, projectId: null, word: text, alias: text, language: '' }]),
  'rules/script/csv.ts rowsOfCsv': text => rowsOfCsv(`a,b\n${text}`),
  'rules/script/csv.ts rowsOfColumns': text => ['', 'prompt\n', 'prompt\n"', 'a,b\n'].map(start => rowsOfColumns(`${start}${text}`)),
  'rules/script/csv.ts hasMoreThan': text => hasMoreThan([text], 0),
  'rules/script/csv.ts csvOf': text => csvOf([[text]]),
  'rules/shelf/names.ts piecesOf': text => ['', '@', '@a'].map(start => piecesOf(`${start}${text}`, namesOf([{ name: 'a' }]))),
  'rules/shelf/names.ts withoutNames': text => ['', '@', '@a'].map(start => withoutNames(`${start}${text}`)),
  'rules/shelf/names.ts typedNameAt': text => typedNameAt(`@${text}`, text.length),
  'rules/shelf/resolve.ts resolveText': text => resolveText(text, [shelvedLook(text)], () => ''),
  'rules/shelf/complete.ts offeredNames': text => offeredNames(text, [shelvedLook(text)]),
  'rules/shelf/complete.ts withName': text => withName(text, { from: 0, to: 1 }, 'a'),
  'rules/shelf/shelf-csv.ts readShelf': text => ['', 'kind,name,text\n', 'wildcard,a,"'].map(start => readShelf(`${start}${text}`)),
  'rules/shelf/shelf-csv.ts writeShelf': text => writeShelf([shelvedLook(text)]),
  'rules/shelf/shelf-csv.ts wordsOfLines': wordsOfLines,
  'rules/shelf/shelf-csv.ts wordsLeftOut': wordsLeftOut,
  'rules/script/split-text.ts splitText': text => splitText(text, 300, 'en'),
  'rules/script/split-text.ts sentencesOf': text => sentencesOf(text, 'en'),
  'rules/script/speaker-colours.ts withColours': text => withColours([text], []),
  'rules/script/transcript-lines.ts linesOfTranscript': text => linesOfTranscript({ text, segments: [] }),
  'rules/colour/cube.ts readCube': text => ['', 'LUT_1D_SIZE 65536\n'].map(start => orNoCube(() => [...readCube(`${start}${text}`)])),
  'rules/colour/cube.ts cubeOf': text => orNoCube(() => cubeOf(text)),
  'rules/deliver/own-presets.ts readPresetFile': text =>
    ['', '{"takeroom":"presets","version":1,"presets":['].map(start => readPresetFile(`${start}${text}`)),
  'rules/storyboard/read-suggestions.ts readSuggestions': readSuggestions,
  'rules/script/pace.ts lettersOf': lettersOf,
  'rules/script/detect-language.ts detectedLanguage': text => detectedLanguage(text, wordLanguages),
  'rules/script/pace.ts spokenLength': text => spokenLength(text, usualPaceOf('en')),
  'rules/script/pace.ts pausesIn': text => pausesIn(text, usualPaceOf('en')),
  'rules/script/pace.ts rateWithin': text => rateWithin(text, 3, usualPaceOf('en')),
  'rules/script/pace.ts spokenRate': text => spokenRate(text, usualPaceOf('en')),
  'rules/script/pace.ts paceOf': text => paceOf([{ text, seconds: 3, speechSeconds: null }], usualPaceOf('en'), 'voice'),
  'rules/fit/ask.ts fitTask': text => fitTask(fitOf(text)),
  'rules/fit/ask.ts fitQuestion': text => fitQuestion(fitTask(fitOf(text))!),
  'rules/fit/ask.ts readFitTask': text => [text, `{"line":"${text}`].map(readFitTask),
  'rules/fit/diff.ts diffOf': text => [diffOf(text, 'No.'), diffOf('No.', text), diffOf(text, `${text}.`)],
  'rules/fit/read-wordings.ts readWordings': text =>
    ['', '{"wordings": ["', '1. '].map(start => readWordings(`${start}${text}`, 'A line.')),
  'media/picture/caption-events.ts createCaptionReader': text =>
    createCaptionReader(`[Events]\n${text}`, rate)({ startFrame: 0, frames: 100 }),
  'rules/spend/money.ts microsOf': microsOf,
  'rules/spend/quantities.ts charactersIn': charactersIn,
  'rules/spend/quantities.ts filmedMs': text => filmedMs(unknownModel, { seconds: text }),
  'rules/spend/quantities.ts quantitiesOf': text =>
    [quantitiesOf('speech', unknownModel, { text }), quantitiesOf('image', unknownModel, { n: text })],
  'rules/models/check-request.ts checkRequest': text => checkRequest(modelOfAddress, { a: text }),
  'rules/captions/pieces.ts splitCaption': text => splitCaption(text, { least: 0.001, most: 0.01 }),
  'rules/captions/pieces.ts wordsOf': wordsOf,
  'rules/captions/width.ts widthOf': widthOf,
  'rules/captions/width.ts readingLength': readingLength,
  'rules/captions/shown-text.ts shownText': shownText,
  'rules/captions/shown-text.ts saidText': saidText,
  'rules/captions/cues.ts cuesOf': text => cuesOf(['NELL', text].map(captionOf), rate, { names: true }),
  'rules/captions/cues.ts spreadCaptions': text => spreadCaptions([captionSaying(text)], rate),
  'rules/captions/by-words.ts lettersIn': text => lettersIn(text),
  'rules/captions/cues.ts captionsOfLine': text => captionsOfLine(captionSaying(text), rate),
  'rules/captions/cues.ts rowsOf': rowsOf,
  'media/unreadable.ts withoutPaths': withoutPaths,
  'rules/sequence/heard.ts heardOfKey': heardOfKey,
  'rules/interchange/fcpxml-time.ts secondsOf': secondsOf,
  'rules/interchange/fcpxml-captions.ts captionsIn': text => captionsIn(new Map([[text, []], [`captionFormat=${text}`, []]])),
  'rules/interchange/carried.ts carriedIn': text => [`{"takeroom":"${text}`, `<mlt><property name="takeroom:sequence">${text}`].map(each =>
    tried(() => carriedIn(each))),
  'rules/interchange/own-film.ts ownFilmIn': text => [text, JSON.stringify({ version: 1, film: text, inner: [text] })].map(ownFilmIn),
  'rules/interchange/list.ts fileNameOf': fileNameOf,
  'rules/interchange/read-list.ts readEditList': text => tried(() => readEditList(text, rate)),
  'rules/interchange/read-otio.ts readOtio': text =>
    [text, JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: text, tracks: { OTIO_SCHEMA: 'Stack.1', children: [text] } })]
      .map(each => tried(() => readOtio(each, rate))),
  'rules/interchange/read-edl.ts readEdl': text => ['', '001  AX V C ', '* FROM CLIP NAME: ', 'M2   AX '].map(start =>
    tried(() => readEdl(text.split('\n').map(row => `${start}${row}`).join('\n'), rate))),
  'rules/interchange/read-fcpxml.ts readFcpxml': text => ['<fcpxml>', '<fcpxml a="'].map(start =>
    tried(() => readFcpxml(`${start}${text}`))),
  'rules/interchange/mlt-parts.ts framesOf': text => [text, `00:${text}`].map(time => framesOf(time, rate)),
  'rules/interchange/mlt-parts.ts keysOf': text => [text, `0=${text};`].map(keys => keysOf(keys, Number, rate)),
  'rules/interchange/mlt-place.ts movesOf': text =>
    movesOf({ rect: `${text} ${text};`.repeat(20), rotation: text }, { width: 16, height: 9 }, (words = '', read) =>
      [{ at: 0, value: read(words) }]),
  'rules/interchange/mlt-place.ts cropOf': text => [text, `0=${text}%`].map(cropOf),
  'rules/interchange/read-mlt.ts readMlt': text => ['<mlt>', '<mlt><property name="a">'].map(start =>
    tried(() => readMlt(`${start}${text}`, rate))),
  'rules/interchange/xml.ts readXml': text => ['', '<a b="', '<a><!--', '<!DOCTYPE a [', '<a>&'].map(start =>
    tried(() => readXml(`${start}${text}`))),
  'rules/captions/names.ts nameOf': nameOf,
  'rules/captions/names.ts nameBefore': text => nameBefore(text, text),
  'rules/captions/own-titles.ts titleOf': text => titleOf(picture(1, 0, 9, { takeId: null, title: { text, style: titleStyle } }), rate),
  'rules/captions/own-titles.ts readTitleFile': text =>
    ['', '{"takeroom":"titles","version":1,"titles":['].map(start => readTitleFile(`${start}${text}`)),
  'rules/captions/spoken-words.ts spokenRows': text => spokenRows(cueOf(text), 300),
  'rules/captions/word-events.ts wordEvents': text => wordEvents(cueOf(text), {
    ...{ style: captionStyle, colour: '#ffffff', language: '', usual: null },
    words: { how: 'pop', colour: '#ff0000' },
  }, screen),
  'rules/captions/word-marks.ts lettersOf': marks.lettersOf,
  'rules/captions/word-marks.ts marksOfText': text =>
    [text, `${text}a`].map(now => marks.marksOfText([{ lettersBefore: 1, at: 0 }], text, now)),
  'rules/captions/word-marks.ts marksOfHalves': text => marks.marksOfHalves([{ lettersBefore: 1, at: 0 }], text),
  'rules/captions/word-marks.ts joinedMarks': text => marks.joinedMarks([captionSaying(text), captionSaying(text)]),
  'rules/captions/one-row.ts inOneRow': text => inOneRow([text, text]),
  'rules/captions/laid.ts shareOfWords': text => shareOfWords([captionSaying(text)], text),
  'rules/captions/edit.ts splitTextAt': text => splitTextAt(captionSaying(text), 500),
  'rules/captions/edit.ts mergeCaptions': text => mergeCaptions(captionSaying(text), captionSaying(text)),
  'rules/captions/lint.ts lintCaptions': text => lintCaptions([captionSaying(text)], rate),
  'rules/captions/read-file.ts readCaptionFile': text => [
    `1\n00:00:01,000 --> 00:00:02,000\n${text}`,
    `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`,
    text,
  ].map(source => readCaptionFile(source)),
  'rules/captions/read-file.ts countCues': text => [
    `1\n00:00:01,000 --> 00:00:02,000\n${text}`,
    `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`,
    text,
  ].map(countCues),
  'rules/captions/short-captions.ts shortCaptions': text => shortCaptions({ start: 0, length: 5000, text }),
  'rules/captions/timing.ts timesIn': text => text.split('\n').map(row => [isTiming(row), timesIn(row, rate), looksLikeTimes(row)]),
  'rules/captions/entities.ts unescaped': unescaped,
  'rules/captions/unroll.ts unroll': text => unroll([captionSaying(text), captionSaying(text)]),
  'rules/text/plausible.ts plausibilityOf': text => plausibilityOf(text, 'windows-1250'),
  'rules/text/decode.ts decodeText': text => decodeText(Buffer.from(text, 'latin1')),
  'rules/captions/font-runs.ts fontRuns': text => fontRuns(text, 'Noto Sans'),
  'rules/captions/font-runs.ts lettersWithoutFont': lettersWithoutFont,
  'rules/captions/fonts.ts fontsIn': fontsIn,
  'rules/captions/write-file.ts toSrt': text => toSrt([cueOf(text)], rate),
  'rules/captions/write-file.ts toVtt': text => toVtt([cueOf(text)], rate),
  'rules/captions/ass.ts toAss': text => toAss(screen, { captions: { cues: [cueOf(text)], style: captionStyle, speakerColours: {} } }),
  'rules/captions/title.ts titleEvents': text => titleEvents(titleSaying(text), screen),
  'rules/captions/words-body.ts wordsBody': text => wordsBody(titleSaying(text), screen),
  'rules/captions/counter.ts countedText': text => countedText({ text, counter: plainCounter }, 5, 10),
  'rules/captions/counter.ts lastText': text => lastText({ text, counter: plainCounter }),
  'practice/scene.ts writeScene': text => writeScene(text, 'seed'),
  'practice/scene.ts writePicturePrompts': writePicturePrompts,
  'practice/scene.ts wantsPictures': wantsPictures,
  'practice/scene.ts writeStoryboard': text => writeStoryboard(`Lines to illustrate: ${text}`),
  'practice/wordings.ts writeWordings': text => [10, 1e6].map(characters => writeWordings(JSON.stringify({ line: text, characters }))),
  'practice/drawing/palette.ts choosePalette': text => choosePalette(text, createRandom('seed')),
  'practice/drawing/palette.ts coloursIn': coloursIn,
  'practice/request/languages.ts guessLanguage': guessLanguage,
  'practice/request/languages.ts languageCode': languageCode,
  'practice/request/glance.ts glanceAt': glanceAt,
  'practice/request/messages.ts checkMessages': text => checkMessages('messages', [{ role: 'user', content: text }], []),
}

function shelvedLook(text: string): ShelfEntry {
  return { id: 'id' as ShelfEntryId, projectId: null, kind: 'look', name: 'a', text, words: [], takeIds: [], stills: [] }
}

function box(type: string, body = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
function chunk(type: string, body = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
const many = (piece: Buffer, length: number): Buffer => Buffer.alloc(Math.ceil(length / piece.length) * piece.length, piece)
function exif() {
  const body = Buffer.concat([Buffer.from('Exif\0\0II*\0'), Buffer.from([8, 0, 0, 0]), Buffer.from([0xFF, 0xFF])])
  return Buffer.concat([Buffer.from([0xFF, 0xE1, 0, body.length + 2]), body])
}

const files: Readonly<Record<string, (length: number) => Buffer>> = {
  'PNG of empty chunks': n => Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n\0\0\0\rIHDR', 'latin1'),
    Buffer.alloc(17),
    many(Buffer.alloc(12), n),
  ]),
  'JPEG of empty segments': n => Buffer.concat([Buffer.from([0xFF, 0xD8]), many(Buffer.from([0xFF, 0xE0, 0, 2]), n)]),
  'JPEG of fillings': n => Buffer.concat([Buffer.from([0xFF, 0xD8]), Buffer.alloc(n, 0xFF)]),
  'JPEG of turns that claim too much': n => Buffer.concat([Buffer.from([0xFF, 0xD8]), many(exif(), n)]),
  'GIF without an end': n => Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(n)]),
  'WAV of empty chunks': n => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), many(chunk('junk'), n)]),
  'WebM of empty blocks': n => Buffer.concat([Buffer.from('1f43b67501ffffffffffffff', 'hex'), many(Buffer.from('a38481000080', 'hex'), n)]),
  'PPM of spaces': n => Buffer.concat([Buffer.from('P6'), Buffer.alloc(n, ' ')]),
  'marks': n => Buffer.alloc(n, 'This is practice speech ('),
}
const mimes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']

const ofFile: Readonly<Record<string, (file: Buffer) => unknown>> = {
  'media/probe/picture-header.ts readPictureHeader': file => mimes.map(mime => caught(() => readPictureHeader(file, mime))),
  'media/recording/webm-sound.ts createWebmReader': file => createWebmReader().read(file),
  'rules/files/moving-pictures.ts movingPicture': file => movingPicture(file),
  'media/probe/complete-cut.ts completePng': file => caught(() => completePng(file)),
  'practice/voice/wav.ts decodeWav': decodeWav,
  'practice/voice/mark.ts readMark': file => readMark(file, 1),
  'practice/drawing/raster.ts decodePpm': file => caught(() => decodePpm(file)),
  'practice/request/file-kinds.ts fileKind': fileKind,
  'base/magic.ts sniff': sniff,
}

function caught(read: () => unknown): unknown {
  try {
    return read()
  }
  catch {
    return null // A refusal is an answer, too.
  }
}

/** Milliseconds of this thread alone, so that other work on the machine does not count. */
function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Eight times the input may take eight times as long. The limit is three times that, and the square would be eight times that. The short
 * input is read eight times in one measurement: the processor time of a thread is counted in steps of several milliseconds.
 */
function expectLinear(read: (length: number) => unknown, length: number): void {
  // What is this quick cannot be told apart from the collection of garbage, nor does it matter.
  const quickMs = 100
  let shortest = Infinity
  let longest = 0
  for (let tries = 0; tries < 4; tries++) {
    shortest = Math.min(shortest, cpuMs(() => read(8 * length)))
    if (shortest < quickMs)
      return
    longest = Math.max(longest, cpuMs(() => Array.from({ length: 8 }, () => read(length))))
    if (shortest / longest <= 3)
      return
  }
  expect.unreachable(`eight times ${length} take ${longest} ms, and eight times as many at once ${shortest} ms`)
}

/** Captions are measured letter by letter, so less of them is as much work. */
const lengthFor = (name: string): number => name.startsWith('rules/captions/') ? 500 : 5000
function prepared<Input>(make: (length: number) => Input): ((length: number) => Input) {
  const made = new Map<number, Input>()
  return n => made.get(n) ?? made.set(n, make(n)).get(n) as Input
}

describe.each(Object.entries(ofText))('%s', (name, read) => {
  it('takes a time that grows with its text', () => {
    for (const make of Object.values(texts).map(prepared))
      expectLinear(n => read(make(n)), lengthFor(name))
  })
})

describe.each(Object.entries(ofFile))('%s', (_name, read) => {
  it('takes a time that grows with its file', () => {
    for (const make of Object.values(files).map(prepared))
      expectLinear(n => read(make(n)), 50_000)
  })
})

it('the gaps of a sequence take a time that grows with its clips', () => {
  const clips = prepared(n => Array.from({ length: n }, (_, at) => ({ startFrame: at % 7 === 0 ? 0 : at, frames: 3 + at % 5 })))
  expectLinear(n => gapsBetween(clips(n), n), 2000)
})

describe('of the sizes that were tried', () => {
  const size = 200_000
  it.each([
    ['closing brackets spoken in parts', () => splitText(']'.repeat(size), 300)],
    ['empty rows in a script', () => readRows('\n'.repeat(size))],
    ['empty rows between two lines of a script', () => readRows(`A: a${'\n'.repeat(size)}B: b`)],
    ['zeros in a price', () => microsOf(`0.${'0'.repeat(size)}1`)],
    ['one word for a scene', () => writeScene('a'.repeat(size), 'seed')],
  ])('%s are read in less than three seconds of work', (_name, read) => {
    expect(cpuMs(read)).toBeLessThan(3000)
  })
})

describe('a file of a great many small pieces', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'takeroom-slow-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is read in a few large reads', async () => {
    const bytes = many(box('free'), 800_000)
    let reads = 0
    const read = readThroughWindow({
      read: (async (into: Buffer, _at: number, count: number, position: number) => {
        reads++
        return { buffer: into, bytesRead: bytes.copy(into, 0, position, Math.min(bytes.length, position + count)) }
      }) as never,
    })
    let boxes = 0
    for (let at = 0; at + 8 <= bytes.length; at += 8)
      boxes += (await read(at, 16)).readUInt32BE(0) === 8 ? 1 : 0
    expect(boxes).toBe(100_000)
    expect(reads).toBeLessThan(20)
    expect((await read(bytes.length, 16)).length).toBe(0)
    expect((await read(0, 8)).toString('latin1', 4)).toBe('free')
  })

  it('is refused as an MP4 of a million boxes', async () => {
    const path = join(folder, 'boxes.mp4')
    await writeFile(path, Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), many(box('free'), 8_000_000)]))
    await expect(probe(path, { ffmpeg: null })).rejects.toThrow('boxes')
  })

  it('is refused as a WAV of a million chunks', async () => {
    const path = join(folder, 'chunks.wav')
    await writeFile(path, files['WAV of empty chunks']?.(8_000_000) ?? '')
    await expect(readWavLayout(path)).rejects.toThrow('chunks')
  })
})
