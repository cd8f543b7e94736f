/** Empty places that take files say so, in both languages. */
import { expect, it } from 'vitest'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../src-renderer/texts/zh/index.ts'

function placesOf(texts: typeof en): Record<string, string> {
  return {
    library: texts.library.empty.body,
    bin: texts.bin.empty.body,
    script: texts.script.empty.body,
    storyboard: texts.storyboard.plan,
    voices: texts.voices.create.firstHelp,
    timeline: texts.timeline.empty.dropHere,
    transcribe: texts.transcribe.empty.body(''),
    edit: texts.make.empty.edit.body(''),
    video: texts.make.empty.video.body(''),
  }
}

it('name what can be dropped there', () => {
  for (const [place, words] of Object.entries(placesOf(en)))
    expect(words, place).toMatch(/\bdrop\b/i)
  for (const [place, words] of Object.entries(placesOf(zh)))
    expect(words, place).toMatch(/拖/)
})
