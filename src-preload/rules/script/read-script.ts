/** Reads a script in whatever form people have it, as it was pasted or read from a file. */
import type { CaptionFile } from '../captions/read-file.ts'
import type { ReadingChoices, ScriptText } from './script-lines.ts'
import { readCaptionFile } from '../captions/read-file.ts'
import { readParagraphs } from './parse-script.ts'
import { readScreenplay } from './screenplay.ts'
import { chosenLines, oneRow, usualChoices, withOneSpelling } from './script-lines.ts'
import { readTable } from './table.ts'

/** SubRip, WebVTT, Markdown tables, CSV, TSV, Fountain, screenplays, or paragraphs with names before a colon. */
export function readScript(source: string, choices: ReadingChoices = usualChoices): ScriptText[] {
  const text = tidied(source)
  const lines = readCaptions(text) ?? readTable(text) ?? readScreenplay(text) ?? readParagraphs(text)
  return withOneSpelling(chosenLines(lines, choices))
}

/** Rows of a caption file that are no line of the script, as they are not understood; none in any other text. */
export function strayRowsIn(source: string): Pick<CaptionFile, 'stray' | 'strayCount'> {
  const { stray, strayCount } = captionsIn(tidied(source)) ?? { stray: [], strayCount: 0 }
  return { stray, strayCount }
}

function tidied(source: string): string {
  return source.replace(/^\uFEFF/, '').normalize('NFC').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/[\u200B\u00AD]/g, '')
}

function captionsIn(text: string): CaptionFile | null {
  // Anything else would be read for times in vain.
  return /-->|[–—]>|→|--&gt;/.test(text) ? readCaptionFile(text) : null
}

function readCaptions(text: string): ScriptText[] | null {
  return captionsIn(text)?.captions.flatMap((caption) => {
    const words = oneRow(caption.text)
    return caption.speaker === '' ? readParagraphs(words) : [{ speaker: caption.speaker.slice(0, 100), text: words, direction: '' }]
  }) ?? null
}
