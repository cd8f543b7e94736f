/** Whether a job was charged, as the screen tells it: work of the practice service is free, and never red. */
import { expect, it } from 'vitest'
import { JobState } from '#contract/jobs.ts'
import { Charged } from '#contract/words.ts'
import { chargeWords } from '../../../../src-renderer/parts/jobs/charge-words.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'

it('never says Charged of the practice service', () => {
  for (const charged of [null, ...Charged.options]) {
    for (const state of JobState.options) {
      const words = chargeWords({ charged, state, kind: 'speech' }, true, en)
      expect(words === null || (words.label === 'Free' && words.tone === 'good'), `${charged} ${state}`).toBe(true)
    }
  }
})

it('says of other services what is known, and nothing of renders', () => {
  expect(chargeWords({ charged: 'yes', state: 'failed', kind: 'video' }, false, en)).toMatchObject({ label: 'Charged', tone: 'bad' })
  expect(chargeWords({ charged: null, state: 'unsure', kind: 'video' }, false, en)).toMatchObject({ label: 'Maybe charged', tone: 'warn' })
  expect(chargeWords({ charged: null, state: 'running', kind: 'video' }, false, en)).toBeNull()
  expect(chargeWords({ charged: 'no', state: 'failed', kind: 'render' }, false, en)).toBeNull()
})
