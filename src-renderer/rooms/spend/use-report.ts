/** What was spent in a period, asked again whenever a job moves. */
import type { Report } from '#contract/spend.ts'
import type { PeriodName } from './periods.ts'
import { useDebounceFn } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useTextFile } from '../../parts/files/use-text-file.ts'
import { useClock } from '../../stores/clock.ts'
import { useJobs } from '../../stores/jobs.ts'
import { useSpend } from '../../stores/spend.ts'
import { attempt, patientStudio, studio } from '../../studio.ts'
import { periodOf } from './periods.ts'

export function useReport() {
  const jobs = useJobs()
  const spend = useSpend()
  const clock = useClock()
  const notices = useNotices()
  const saveText = useTextFile()
  const name = shallowRef<PeriodName>('month')
  const report = shallowRef<Report | null>(null)
  const today = computed(() => new Date(clock.minute).toDateString())

  async function load(): Promise<void> {
    const asked = name.value
    const answer = await attempt(patientStudio.spend.report(periodOf(asked, Date.now())))
    if (asked !== name.value)
      return
    if (answer.fault)
      notices.fault(answer.fault)
    else
      report.value = answer.value.report
  }
  const loadSoon = useDebounceFn(load, 300)
  watch([name, today], () => void load(), { immediate: true })
  // Budgets change with every cost, jobs when they end.
  watch([() => jobs.all, () => spend.budgets], () => void loadSoon())

  return {
    name,
    report: shallowReadonly(report),
    async exportFile(): Promise<void> {
      const answer = await attempt(studio.spend.export(periodOf(name.value, Date.now())))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { text, fileName } = answer.value
      // Spreadsheets take a file for UTF-8 only when it begins with this mark.
      saveText(`\uFEFF${text}`, fileName, 'text/csv')
    },
  }
}
