/** The prompt shelf of all projects and of the studio, as main has it. */
import type { ShelfEntry } from '#contract/shelf.ts'
import type { ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'

/** A field in which a name can be inserted. */
export interface NamedField {
  readonly insert: (name: string) => void
}

export const useShelf = defineStore('shelf', () => {
  const kept = mirror((_key, options) => studio.shelf.changes({}, options))
  const typing = shallowRef<string | null>(null)
  /** The prompt that had the focus last, while it is on the screen. */
  const field = shallowRef<NamedField | null>(null)

  return {
    isReady: kept.isReady,
    get: kept.get,
    /** Those that count in a project, and without one those of the studio, by name. */
    entriesOf: (projectId: ProjectId | null): ShelfEntry[] => kept.all.value
      .filter(entry => entry.projectId === null || entry.projectId === projectId)
      .toSorted((a, b) => a.name.localeCompare(b.name) || Number(a.projectId === null) - Number(b.projectId === null)),
    /** What is being typed behind an @ while names are offered: not a mistake yet. */
    typing,
    field: shallowReadonly(field),
    enter(entered: NamedField): void {
      field.value = entered
    },
    leave(left: NamedField): void {
      if (field.value === left)
        field.value = null
    },
  }
})
