/** Every workbench has its address, with and without a project. */
import { expect, it } from 'vitest'
import { ProjectId } from '../../../../src-preload/contract/words.ts'
import { isFormBench, madeThings, routeOf } from '../../../../src-renderer/parts/workbenches/make-tabs.ts'

const projectId = ProjectId.parse('00000000-0000-4000-8000-000000000000')

it('form workbenches are named in the address of Make, and the others have their own rooms', () => {
  expect(routeOf('image', null)).toEqual({ name: 'workbench', query: { kind: 'image' } })
  expect(routeOf('speech', projectId)).toEqual({ name: 'make', params: { projectId }, query: { kind: 'speech' } })
  expect(routeOf('chat', null)).toEqual({ name: 'workbench-chat' })
  expect(routeOf('transcribe', projectId)).toEqual({ name: 'transcribe', params: { projectId } })
  expect(madeThings.filter(thing => !isFormBench(thing))).toEqual(['transcribe', 'chat'])
})
