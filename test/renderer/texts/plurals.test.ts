/** A text with a count of one says its noun in the singular: "1 character", also where the count is written before it comes in. */
import { expect, it } from 'vitest'
import { en } from '../../../src-renderer/texts/en/index.ts'

/** A count of one before a noun in the plural. Verbs and units of the third person end alike. */
const plural = /(?:^|[ ("])1 (?:semitones|octaves|characters|credits|models|tokens|takes|lines|words|clips|files|jobs|requests|parts|voices|more lines)\b/

/** Those that are shown for more than one alone, or say how many there are at most. */
const neverOne = [
  ...['bin.count', 'drift.tooFew', 'fit.titleOfLines', 'fit.tooMany', 'chat.tooMany', 'player.files.full', 'audition.open'],
  ...['make.already.some', 'make.batch.ask', 'make.batch.tooMany', 'make.charactersOf', 'player.fields.tooLongAdvice'],
  ...['script.paste.tooMany', 'script.cast.chooseAll', 'voiceSheet.facts.characters', 'voiceSheet.ask.body', 'voiceSheet.count'],
  ...['speech.parts', 'speech.sendParts', 'speech.family.progress', 'speech.madeOf', 'deliver.strip.clips', 'deliver.kit'],
  ...['library.many', 'queue.cancelAsk.stopWaiting', 'timeline.captions.troubles', 'timeline.inspector.many'],
  ...['stacks.open', 'stacks.close', 'guide.templates.holds', 'undo.steps', 'voices.paidBody', 'deliver.places'],
]

/** What a text says with one, as a number or already written, at each of its places; null where it takes neither. */
function saidWithOne(text: (...args: unknown[]) => unknown, at: number): string[] {
  return [1, '1'].map((one) => {
    try {
      return String(text(...Array.from({ length: text.length }, (_, place) => place === at ? one : '5')))
    }
    catch {
      return ''
    }
  })
}

function wrongIn(part: unknown, path: string): string[] {
  if (typeof part === 'function') {
    const text = part as (...args: unknown[]) => unknown
    return Array.from({ length: text.length }, (_, at) => saidWithOne(text, at))
      .filter(said => said.every(words => plural.test(words)))
      .map(([said]) => `${path}: ${said}`)
  }
  return typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([key, each]) => wrongIn(each, path === '' ? key : `${path}.${key}`))
    : []
}

it('one of something is said in the singular', () => {
  expect(wrongIn(en, '').filter(found => !neverOne.some(name => found.startsWith(name)))).toEqual([])
})

it('what a take differs by is said in the singular, too', () => {
  expect(en.drift.told.pitch('1', true, false)).toBe('1 semitone higher than usual')
  expect(en.drift.told.pitch('1.5', true, false)).toBe('1.5 semitones higher than usual')
  expect(en.drift.told.brightness('1', false, true)).toBe('1 octave darker than the anchor')
})
