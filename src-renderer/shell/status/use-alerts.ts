/** What the strip has to say in more than a few words, the most important first. */
import type { Component, ComputedRef } from 'vue'
import { CloudOff, FileWarning, HardDrive, Mic, Send, ShieldAlert, ShieldQuestion, Wrench } from '@lucide/vue'
import { computed } from 'vue'
import { useAccounts } from '../../stores/accounts.ts'
import { useJobs } from '../../stores/jobs.ts'
import { useKeptChanges } from '../../stores/kept-changes.ts'
import { useRecordings } from '../../stores/recordings.ts'
import { useStatus } from '../../stores/status.ts'
import { useTexts } from '../../texts/texts.ts'

export type Trouble = 'lost' | 'disk' | 'kept' | 'ledger' | 'library' | 'ffmpeg'
export type AlertId = Trouble | 'hosts' | 'recovery' | 'recordings' | 'go-ahead' | 'away'

export interface Alert { readonly id: AlertId, readonly tone: 'bad' | 'warn' | 'ask', readonly icon: Component, readonly label: string }

export function useAlerts(): ComputedRef<readonly Alert[]> {
  const t = useTexts()
  const status = useStatus()
  const accounts = useAccounts()
  const jobs = useJobs()
  const recordings = useRecordings()
  const kept = useKeptChanges()

  return computed(() => {
    const words = t.value.shell.strip.alerts
    const all: (Alert & { isSo: boolean })[] = [
      { id: 'lost', tone: 'bad', icon: CloudOff, label: words.lost, isSo: status.wire === 'lost' },
      {
        id: 'disk',
        tone: 'bad',
        icon: HardDrive,
        label: words.disk,
        isSo: status.wire === 'open' && ((status.now?.disk ?? 'ok') !== 'ok' || kept.stalledBy !== null),
      },
      { id: 'kept', tone: 'warn', icon: FileWarning, label: t.value.kept.alert(kept.notMade.length), isSo: kept.notMade.length > 0 },
      { id: 'ledger', tone: 'bad', icon: ShieldAlert, label: words.ledger, isSo: (status.now?.ledgerDamage ?? null) !== null },
      { id: 'library', tone: 'bad', icon: ShieldAlert, label: words.library, isSo: (status.now?.libraryDamage ?? null) !== null },
      {
        id: 'hosts',
        tone: 'warn',
        icon: ShieldQuestion,
        label: words.hosts,
        isSo: accounts.own.some(account => account.key.state === 'unconfirmed'),
      },
      { id: 'go-ahead', tone: 'ask', icon: Send, label: words.goAhead, isSo: jobs.all.some(job => job.blockedBy === 'go-ahead') },
      { id: 'recovery', tone: 'warn', icon: ShieldAlert, label: words.recovery, isSo: (status.now?.ledgerRecovery ?? null) !== null },
      { id: 'ffmpeg', tone: 'warn', icon: Wrench, label: words.ffmpeg, isSo: status.now !== null && status.now.ffmpeg === null },
      { id: 'away', tone: 'warn', icon: CloudOff, label: words.away, isSo: jobs.queue.away.length > 0 },
      { id: 'recordings', tone: 'ask', icon: Mic, label: words.recordings, isSo: recordings.recovered.length > 0 },
    ]
    return all.filter(alert => alert.isSo)
  })
}
