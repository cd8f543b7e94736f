/** Lines on their way to a page: the text says the same, and what lines share is in it once. */
import type { Line } from '#contract/script.ts'
import { expect, it } from 'vitest'
import { linesChanged, Line as LineShape, SentLines } from '#contract/script.ts'
import { sentLines } from '../../../src-main/script/sent-lines.ts'

const projectId = '01a22ef0-68d2-714b-b977-9723e2a10b4e'

function line(position: number, more: object = {}): Line {
  return LineShape.parse({
    id: `01a22ef0-68ea-74c0-9108-5d21a63c${9000 + position}`,
    projectId,
    position,
    speaker: 'ANNA',
    text: `Line ${position}.`,
    direction: '',
    pauseSeconds: 0.35,
    role: 'speech',
    language: null,
    spokenIn: null,
    isLocked: false,
    isMuted: false,
    chosenTakeId: null,
    takeCount: 0,
    state: 'not-made',
    requestKey: null,
    fittingTakeId: null,
    changedAt: 1_796_083_837_218,
    ...more,
  })
}

const sent = (changed: Line[]): SentLines => SentLines.parse(sentLines({ revision: 7, isWhole: true, changed, removed: [] }))

it.each([
  ['none', []],
  ['one', [line(0)]],
  ['two that are alike but for their ids', [line(0), line(1, { position: 0, text: 'Line 0.' })]],
  ['some that differ', [line(0, { speaker: '"BEN"', language: 'zh', isMuted: true }), line(1, { text: '雨 🌧\u2028' }), line(2)]],
])('a page reads what main sent: %s', (_, changed) => {
  expect(linesChanged(sent(changed))).toEqual({ revision: 7, isWhole: true, changed, removed: [] })
})

it('what all lines share is sent once, and so are the names of what they have', () => {
  const { changed } = sent(Array.from({ length: 500 }, (_, position) => line(position)))
  expect(changed.split(projectId)).toHaveLength(2)
  expect(changed.split('"pauseSeconds"')).toHaveLength(2)
  expect(changed.length / 500).toBeLessThan(70)
})
