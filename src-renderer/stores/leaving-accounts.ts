/** Removed accounts whose key is still there, mirrored from main; none until main has said them. */
import type { LeavingAccount } from '#contract/accounts.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { studio } from '../studio.ts'
import { useFeed } from './feed.ts'

export const useLeavingAccounts = defineStore('leaving-accounts', () => {
  const all = shallowRef<readonly LeavingAccount[]>([])
  useFeed(options => studio.accounts.leaving({}, options), (event) => {
    all.value = event.accounts
  })
  return { all: shallowReadonly(all) }
})
