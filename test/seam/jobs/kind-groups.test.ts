/** Kinds of work by what is true of them: the same as what main does with them. */
import { expect, it } from 'vitest'
import { JobKind } from '#contract/jobs.ts'
import { AtOnce } from '#contract/settings.ts'
import { isAttachableKind, isLocalKind, isSeenKind, isServingKind, paidKinds } from '#rules/jobs/kind-groups.ts'
import { laneOf } from '../../../src-main/jobs/engine/schedule.ts'
import { natureOf } from '../../../src-main/kinds/index.ts'

it('is local what main runs on this machine, and all else is paid', () => {
  for (const kind of JobKind.options) {
    expect(isLocalKind(kind), kind).toBe(natureOf(kind) === 'local')
    expect(paidKinds.includes(kind), kind).toBe(!isLocalKind(kind))
  }
})

it('what is seen can be attached, and what serves another job cannot', () => {
  expect(JobKind.options.filter(isSeenKind)).toEqual(['image', 'edit', 'video'])
  expect(JobKind.options.filter(kind => isSeenKind(kind) && !isAttachableKind(kind))).toEqual([])
  expect(JobKind.options.filter(isServingKind)).toEqual(['join', 'upload'])
  expect(JobKind.options.filter(kind => isServingKind(kind) && isAttachableKind(kind))).toEqual([])
})

it('each kind has a lane, and each lane a kind', () => {
  expect(new Set(JobKind.options.map(kind => laneOf({ kind })))).toEqual(new Set(AtOnce.keyof().options))
})
