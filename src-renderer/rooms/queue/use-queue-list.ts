/** What the queue shows now: its families, filtered, in sections. */
import type { Job, JobKind } from '#contract/jobs.ts'
import type { ProjectId } from '#contract/words.ts'
import type { QueueFilter } from './queue-groups.ts'
import { computed, shallowRef } from 'vue'
import { accountName } from '../../parts/accounts/account-name.ts'
import { queueGroupOf } from '../../parts/jobs/job-families.ts'
import { createKnownFamilies } from '../../parts/jobs/known-families.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useJobs } from '../../stores/jobs.ts'
import { useModels } from '../../stores/models.ts'
import { useProjects } from '../../stores/projects.ts'
import { useTexts } from '../../texts/texts.ts'
import { choicesIn, createItems, isEmpty, matches } from './queue-groups.ts'

export function useQueueList() {
  const t = useTexts()
  const jobs = useJobs()
  const models = useModels()
  const accounts = useAccounts()
  const projects = useProjects()
  const filter = shallowRef<QueueFilter>({ text: '', kind: null, group: null, project: null })
  const familiesNow = createKnownFamilies()
  const itemsNow = createItems()

  /** In the order of the queue, by the head of each family. */
  const families = computed(() => familiesNow((['unsure', 'running', 'waiting', 'ended'] as const).flatMap(group => jobs.grouped[group])))
  const wordsOf = (job: Job): string => [
    t.value.shell.kinds[job.kind],
    models.get(job.modelId)?.label ?? job.modelId,
    accountName(accounts.get(job.accountId), t.value),
    projects.get(job.projectId)?.name,
  ].join(' ')
  const shown = computed(() => isEmpty(filter.value)
    ? families.value
    : families.value.filter(family => matches(family, filter.value, wordsOf)))
  // Its lists stay the same objects while the same can be chosen.
  const choices = computed((before?: ReturnType<typeof choicesIn>) => choicesIn(jobs.all, before))
  return {
    filter,
    families,
    shown,
    items: computed(() => itemsNow(shown.value)),
    /** The waiting families in queue order, whatever the filter shows. */
    waiting: computed(() => families.value.filter(family => queueGroupOf(family) === 'waiting')),
    kinds: computed((): readonly JobKind[] => choices.value.kinds),
    projectIds: computed((): readonly (ProjectId | 'none')[] => choices.value.projectIds),
  }
}
