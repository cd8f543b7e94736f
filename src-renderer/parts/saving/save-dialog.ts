/** Which files the saving dialog is open for, and which takes the dialogs for adding to a project, for names, notes and tags. */
import type { SavedItem } from '#contract/saving.ts'
import type { Take } from '#contract/takes.ts'
import type { TakesToActOn } from '../takes/take-work.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export const useSaveDialog = defineStore('save-dialog', () => ({
  items: shallowRef<readonly SavedItem[]>([]),
  /** Takes of which the page knows the numbers alone; their names are shown by examples. */
  numbers: shallowRef<readonly number[]>([]),
  adding: shallowRef<TakesToActOn>([]),
  naming: shallowRef<readonly Take[]>([]),
  tagging: shallowRef<TakesToActOn>([]),
  noting: shallowRef<TakesToActOn>([]),
}))
