/** Accounts and the state of their keys, and the one that workbenches send to. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio } from '../studio.ts'
import { oldestFirst } from './by-age.ts'
import { mirror } from './mirror.ts'
import { useSettings } from './settings.ts'

export const useAccounts = defineStore('accounts', () => {
  const picture = mirror((_key, options) => studio.accounts.changes({}, options))
  const settings = useSettings()
  /** The user's own accounts first, by age; the practice service last. */
  const all = computed(() => picture.all.value.toSorted((a, b) => Number(a.isPractice) - Number(b.isPractice) || oldestFirst(a, b)))
  const practice = computed(() => all.value.find(account => account.isPractice))
  const own = computed(() => all.value.filter(account => !account.isPractice))
  /** The account chosen in the settings, or else the first that can be used. */
  const current = computed(() => picture.get(settings.now.accountId)
    ?? all.value.find(account => account.key.state === 'ok')
    ?? all.value[0])
  // The credits of an account change with each request that it pays for: who needs only to know which one it is hears nothing of that.
  const currentId = computed(() => current.value?.id ?? null)
  const practiceId = computed(() => practice.value?.id ?? null)
  /** The current account can be sent to: it needs no key, or its key is available. */
  const canSend = computed(() => current.value !== undefined && (current.value.isPractice || current.value.key.state === 'ok'))
  return { all, own, practice, practiceId, current, currentId, canSend, get: picture.get, isReady: picture.isReady }
})
