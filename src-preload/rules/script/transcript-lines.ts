/** The lines of a script that a transcript becomes: one for each turn of a speaker, or for each piece where nobody is named. */
import type { Transcript } from '#contract/transcripts.ts'
import type { ScriptText } from './script-lines.ts'

/** A line is still one that can be read and spoken again at once. */
const mostCharacters = 500

export function linesOfTranscript({ text, segments }: Pick<Transcript, 'text' | 'segments'>): ScriptText[] {
  if (segments.length === 0) {
    const paragraphs = text.split(/\n+/).map(words => words.trim()).filter(words => words !== '')
    return paragraphs.map(words => ({ speaker: '', text: words, direction: '' }))
  }
  const lines: ScriptText[] = []
  for (const { speaker = '', text: said } of segments) {
    const words = said.trim().replaceAll(/\s+/g, ' ')
    const last = lines.at(-1)
    if (words === '')
      continue
    if (last && speaker !== '' && last.speaker === speaker && last.text.length + words.length < mostCharacters)
      lines[lines.length - 1] = { ...last, text: `${last.text} ${words}` }
    else
      lines.push({ speaker, text: words, direction: '' })
  }
  return lines
}
