/** The model catalogue, as main has it. */
import type { Kind } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'

export const useModels = defineStore('models', () => {
  const { all, get, isReady } = mirror((_key, options) => studio.models.changes({}, options))
  const ofKind = (kind: Kind) => all.value.filter(model => model.kind === kind)
  return { all, get, ofKind, isReady }
})
