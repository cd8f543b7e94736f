/** Screenplays of Final Draft: each paragraph is what its file says it is, whatever its words look like. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readScript, readScriptAs } from '#rules/script/read-script.ts'
import { textOfFinalDraft } from '#rules/script/reading/final-draft.ts'

const escapedXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const paragraph = (type: string, words: string): string => `<Paragraph Type="${type}">\n  <Text>${escapedXml(words)}</Text>\n</Paragraph>`
function fileOf(...paragraphs: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<FinalDraft DocumentType="Script" Template="No" Version="4"><Content>${paragraphs.join('\n')}</Content>
<TitlePage><Content><Paragraph Type="Text"><Text>The lamp</Text></Paragraph></Content></TitlePage></FinalDraft>`
}
const shown = (source: string) => readScriptAs(source).rows.map(({ kind, speaker, direction, text }) => [kind, speaker, direction, text])

it('headings, action, names, remarks, speech and cuts', () => {
  expect(shown(fileOf(
    paragraph('Scene Heading', 'INT. LIGHTHOUSE - NIGHT'),
    paragraph('Action', 'Mara: a keeper, climbs. (Slowly.)'),
    paragraph('Character', 'MARA (V.O.)'),
    paragraph('Parenthetical', '(to herself)'),
    paragraph('Dialogue', 'Note: one more night.'),
    paragraph('Parenthetical', '(louder)'),
    paragraph('Dialogue', 'BEN: I hear you!'),
    '<Paragraph><DualDialogue>',
    paragraph('Character', 'BEN (CONT’D)'),
    paragraph('Dialogue', 'Only me.'),
    '</DualDialogue></Paragraph>',
    '<Paragraph Type="Dialogue"><ScriptNote><Paragraph><Text>Too long?</Text></Paragraph></ScriptNote>',
    '<Text>And the </Text><Text Style="Bold">sea</Text><Text> &#38; sky.</Text></Paragraph>',
    paragraph('Transition', 'Cut to:'),
  ))).toEqual([
    ['heading', '', '# INT. LIGHTHOUSE - NIGHT', ''],
    ['direction', '', 'Mara: a keeper, climbs. (Slowly.)', ''],
    ['speech', 'MARA', 'to herself', 'Note: one more night.'],
    ['speech', 'MARA', 'louder', 'BEN: I hear you!'],
    ['speech', 'BEN', '', 'Only me.'],
    ['speech', 'BEN', '', 'And the sea & sky.'],
    ['left-out', '', '> CUT TO:', ''],
  ])
})

const signs = ['ANNA: ', '(softly) ', '**', '> ', '# ', '.INT. ', '[SFX: ', '&amp;', '<b>']

it('whatever somebody says is speech, word for word', () => {
  const part = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom(...signs))
  const words = fc.array(part, { minLength: 1, maxLength: 6 })
    .map(parts => parts.join('').replaceAll(/\s+/g, ' ').trim())
    .filter(text => /[a-z]/i.test(text))
  fc.assert(fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (all) => {
    const read = readScript(fileOf(...all.flatMap(each => [paragraph('Character', 'MARA'), paragraph('Dialogue', each)])))
    expect(read.map(({ speaker, text, direction }) => [speaker, text, direction]))
      .toEqual(all.map(each => ['MARA', each.normalize('NFC'), '']))
  }), { numRuns: 500 })
})

it('other XML is none, and a file that ends too early keeps what it has', () => {
  expect(textOfFinalDraft('<html><p>FinalDraft</p></html>')).toBeNull()
  expect(textOfFinalDraft('<FinalDraft Version="4"><Content><Paragraph Type="Action"><Text>The lamp turns.')).toBe('!The lamp turns.')
})
