/** The transition that the shelf has chosen, and what a new one of each kind is like. */
import type { Ref } from 'vue'
import type { Direction, TransitionKind } from '#contract/transition.ts'
import type { UsualTransition } from '#rules/sequence/edit/cross-fades.ts'
import { defineStore, storeToRefs } from 'pinia'
import { z } from 'zod'
import { Transition } from '#contract/transition.ts'
import { usualTransition } from '#rules/sequence/edit/cross-fades.ts'
import { useStoredDraft } from '../../../parts/drafts/use-stored-draft.ts'
import { pageKeys } from '../../../wire/page-keys.ts'

export const transitionKinds = ['dissolve', 'dip', 'wipe', 'push', 'slide', 'zoom'] as const satisfies readonly TransitionKind[]

const Kept = z.object({ transition: Transition.nullable(), seconds: z.number().min(0.02).max(60) })

/** One for all that ask: what the shelf has chosen is what the next key adds. */
const useKept = defineStore('usual-transition', () => ({
  usual: useStoredDraft<UsualTransition>(pageKeys.timelineTransition, Kept, usualTransition),
}))

export function useUsualTransition(): Ref<UsualTransition> {
  return storeToRefs(useKept()).usual
}

/** Null dissolves. What another kind has of it stays. */
export function ofKind(kind: TransitionKind, before: Transition | null = null): Transition | null {
  const direction: Direction = before && 'direction' in before ? before.direction : kind === 'wipe' ? 'right' : 'left'
  switch (kind) {
    case 'dissolve':
      return null
    case 'dip':
      return { kind, colour: '#000000' }
    case 'wipe':
      return { kind, direction, softness: 0.1 }
    case 'push':
    case 'slide':
      return { kind, direction }
    case 'zoom':
      return { kind }
    default:
      return kind satisfies never
  }
}
