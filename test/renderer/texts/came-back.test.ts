/** What came out of the trash is added to another sentence, or nothing is. */
import { expect, it } from 'vitest'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../src-renderer/texts/zh/index.ts'

it('says takes and voices that came back', () => {
  expect([[0, 0], [1, 0], [2, 1], [0, 2]].map(([takes, voices]) => en.trash.cameBack(takes!, voices!)))
    .toEqual(['', ' 1 take restored from trash.', ' 2 takes and 1 voice restored from trash.', ' 2 voices restored from trash.'])
  expect(zh.trash.cameBack(2, 1)).toBe('已从回收站恢复 2 个素材和 1 个音色。')
  expect(zh.trash.cameBack(0, 0)).toBe('')
})
