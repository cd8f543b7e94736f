/** What is generated wears the sign of generating, voices have one sign, and a microphone is for recording alone. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../../src-renderer/', import.meta.url).pathname
const sourceOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

it('lines and pictures are generated under one sign', () => {
  for (const [file, act] of [
    ['rooms/script/lines/LineActs.vue', /@click="[^"]*speak/],
    ['rooms/script/ScriptBar.vue', /@click="[^"]*speakAll/],
    ['rooms/script/storyboard/StoryboardBar.vue', /@click="[^"]*make/i],
  ] as const) {
    const source = sourceOf(file)
    const at = source.search(act)
    expect(at, file).toBeGreaterThan(0)
    // Within the same button.
    expect(source.slice(at, source.indexOf('</', source.indexOf('<Sparkles', at))), file).toContain('<Sparkles')
    expect(source.slice(at, source.indexOf('<Sparkles', at)), file).not.toMatch(/<\/(?:button|NButton)>/)
  }
})

it('a microphone is only where something is recorded', () => {
  const withMicrophone = globSync('**/*.{vue,ts}', { cwd: root })
    .filter(file => /\bMic(?:Vocal|Off|2)?\b[^'\n]*(?:\n[^'\n]*)*\} from '@lucide\/vue'/.test(sourceOf(file).split('\nconst ')[0]!))
  expect(withMicrophone.sort()).toEqual([
    'parts/recording/RecordButton.vue',
    'parts/recording/RecordDialog.vue',
    'rooms/timeline/top/ToolBar.vue',
    'shell/status/RecordingNote.vue',
    'shell/status/use-alerts.ts',
  ])
})

it('voices wear one sign wherever they are met', () => {
  const withSpeech = globSync('**/*.{vue,ts}', { cwd: root }).filter(file => /[{ ]Speech[ ,].*from '@lucide/.test(sourceOf(file)))
  expect(withSpeech).toEqual(['parts/voices/voice-icon.ts'])
  for (const file of [
    'shell/Rail.vue',
    'parts/takes/TakeUses.vue',
    'rooms/timeline/lanes/TrackHead.vue',
    'rooms/queue/JobRow.vue',
    'rooms/trash/TrashRoom.vue',
    'rooms/voices/VoicesRoom.vue',
    'rooms/script/ScriptBar.vue',
  ])
    expect(sourceOf(file), file).toContain('VoiceIcon')
})
