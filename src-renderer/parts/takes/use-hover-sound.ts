/** Whether sounds are heard under the pointer, on this screen. Read once for all cards. */
import { useLocalStorage } from '@vueuse/core'
import { defineStore, storeToRefs } from 'pinia'
import { pageKeys } from '../../wire/page-keys.ts'

const useKept = defineStore('hover-sound', () => ({ isOn: useLocalStorage(pageKeys.hoverSound, true) }))

export const useHoverSound = () => storeToRefs(useKept()).isOn
