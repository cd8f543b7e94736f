/** Whether the page knows with what it sends: accounts, models and settings. Before that, the account in use is a guess. */
import type { ComputedRef } from 'vue'
import { computed } from 'vue'
import { useAccounts } from './accounts.ts'
import { useModels } from './models.ts'
import { useSettings } from './settings.ts'

export function useLoaded(): ComputedRef<boolean> {
  const [accounts, models, settings] = [useAccounts(), useModels(), useSettings()]
  return computed(() => accounts.isReady && models.isReady && settings.isReady)
}
