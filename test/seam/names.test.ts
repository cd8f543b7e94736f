/** Names of every kind hold no controls and nothing that turns writing around, wherever they come in or are read; words may. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Preset } from '#contract/presets.ts'
import { Casting, SpeakerColour } from '#contract/script.ts'
import { CaptionClip, CaptionTrack, Marker, SequenceDocument } from '#contract/sequence-document.ts'
import { AskedName, AskedTag, Label, Name, NamedLabel } from '#contract/words.ts'

const hostile = '\u202EA\u2066b\u2069\u0007\u001B[2J\r\nc\u2028d'
const plain = 'Ab[2J c d'

it.each([
  ['the name of a sequence', SequenceDocument.shape.name],
  ['the name of a track', CaptionTrack.shape.name],
  ['the name of a marker', Marker.shape.name],
  ['the speaker of a caption', CaptionClip.shape.speaker],
  ['the speaker of a line', Casting.shape.speaker],
  ['the speaker of a colour', SpeakerColour.shape.speaker],
  ['the name of a preset', Preset.shape.name],
  ['the name of a project', Name],
])('%s is cleaned', (_, shape) => {
  expect(shape.parse(hostile)).toBe(plain)
})

it('the colours of a caption track are found under the cleaned names of their speakers', () => {
  expect(CaptionTrack.shape.speakerColours.parse({ [hostile]: '#ffffff' })).toEqual({ [plain]: '#ffffff' })
})

it('a sequence whose old name has nothing else can still be read', () => {
  expect(NamedLabel.parse('\u202E\u0000')).toBe('–')
  expect(NamedLabel.safeParse('').success).toBe(false)
})

it('the words of a caption keep what right-to-left scripts need, and names their marks and joiners', () => {
  const words = '\u2067שלום\u2069 – \u202Bمرحبا\u202C'
  expect(CaptionClip.shape.text.parse(words)).toBe(words)
  for (const name of ['שלום\u200F!', 'می\u200Cخواهم', '👩\u200D🚀', 'Émile – 灯塔'])
    expect(Label.parse(name)).toBe(name)
})

it('whatever is cleaned is clean, and stays as it is', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    const label = Label.parse(text)
    expect(label).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u)
    expect(Label.parse(label)).toBe(label)
  }))
})

it.each(['"', '“”', ' " ” ', '＂'])('a search cannot ask for what is named %s', (name) => {
  expect(AskedName.safeParse(name).success).toBe(false)
  expect(AskedTag.safeParse(name).success).toBe(false)
  expect(AskedName.parse(`${name}a`)).toBe(`${name}a`.trim())
})
