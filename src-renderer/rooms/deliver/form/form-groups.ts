/** Which groups of the form are open for what a delivery is for; the others are folded, and say in a word what is chosen in them. */
import type { PresetPurpose } from '#contract/presets.ts'
import { useLocalStorage } from '@vueuse/core'
import { pageKeys } from '../../../wire/page-keys.ts'

export type FormGroupName = 'file' | 'loudness' | 'chapters' | 'tags' | 'origin'

const openFor: Readonly<Record<PresetPurpose, readonly FormGroupName[]>> = {
  film: ['origin'],
  vertical: ['origin'],
  podcast: ['loudness', 'chapters', 'tags', 'origin'],
  audiobook: ['loudness', 'chapters', 'tags', 'origin'],
  editor: ['file', 'origin'],
  stills: ['origin'],
}

function isOpenFor(purpose: PresetPurpose, group: FormGroupName): boolean {
  return openFor[purpose].includes(group)
}

/** What a person opened or folded stays so, for each purpose, on this machine. */
export function useFormGroups() {
  const chosen = useLocalStorage<Readonly<Record<string, boolean>>>(pageKeys.deliverGroups, {})
  return {
    isOpen: (purpose: PresetPurpose, group: FormGroupName): boolean =>
      chosen.value[`${purpose} ${group}`] ?? isOpenFor(purpose, group),
    set(purpose: PresetPurpose, group: FormGroupName, isOpen: boolean): void {
      chosen.value = { ...chosen.value, [`${purpose} ${group}`]: isOpen }
    },
  }
}
