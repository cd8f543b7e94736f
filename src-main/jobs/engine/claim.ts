/** Starts jobs that may start: at once when it is woken, otherwise when the next job is due. */
import type { JobId } from '#contract/words.ts'
import type { ConnectivityMonitor } from '../connectivity.ts'
import type { EnginePorts } from '../kind.ts'
import type { Order } from '../order.ts'
import type { JobRow } from '../rows.ts'
import type { ActiveJobs } from './active-jobs.ts'
import type { Gate } from './gate.ts'
import type { Holds } from './holds.ts'
import type { Limits } from './schedule.ts'
import type { Settlement } from './settle.ts'
import { decide } from './schedule.ts'

export interface Claims {
  /** Starts jobs from now on. Before that what another run left is put in order, and no job may be started in the meantime. */
  begin: () => void
  /** Looks for work now. */
  wake: () => void
  /** Starts nothing more. Resolves when a look that was under way is over. */
  stop: () => Promise<void>
}

export interface ClaimPorts extends Pick<EnginePorts, 'ledger' | 'mayFile' | 'clock' | 'log'> {
  readonly limits: () => Promise<Limits>
  readonly order: Pick<Order, 'isPaused'>
  readonly fitting: (jobIds: readonly JobId[]) => Promise<JobId[]>
  readonly connectivity: Pick<ConnectivityMonitor, 'isAway'>
  readonly holds: Pick<Holds, 'on' | 'release' | 'setBack'>
  readonly settlement: Pick<Settlement, 'offline'>
  readonly activeJobs: ActiveJobs
  readonly gate: Pick<Gate, 'isClosed' | 'turns'>
  readonly start: (row: JobRow) => void
  readonly mayStart: (row: JobRow) => boolean
}

/** How soon a look that failed is repeated. */
const pollIntervalMs = 5000
/** Timers may be late or stop while the machine sleeps, so none is trusted for longer; and none fires in a tight loop. */
const timerMs = { least: 20, most: 60_000 }

export function createClaims({
  ledger,
  mayFile,
  clock,
  log,
  limits,
  order,
  fitting,
  connectivity,
  holds,
  settlement,
  activeJobs,
  gate,
  start,
  mayStart,
}: ClaimPorts): Claims {
  let lastLookAt = clock.now()
  let timer: NodeJS.Timeout | undefined
  let hasBegun = false
  let isStopping = false
  let isLookWanted = false
  let looking: Promise<void> | undefined

  const mustLook = (): boolean => isLookWanted && !isStopping

  function wake(): void {
    if (!hasBegun || isStopping)
      return
    isLookWanted = true
    // Begins a moment later: what a look does may wake it at once, and two at a time would start a job twice.
    looking ??= Promise.resolve().then(lookWhileWanted).finally(() => {
      looking = undefined
      if (mustLook())
        wake()
    })
  }

  async function lookWhileWanted(): Promise<void> {
    while (mustLook()) {
      isLookWanted = false
      try {
        await look()
      }
      catch (error) {
        // A ledger that cannot be read for a moment (a full disk, say) must not end the queue for good.
        log.error('tick-failed', { error })
        wakeAt(clock.now() + pollIntervalMs)
      }
    }
  }

  function wakeAt(at: number): void {
    clearTimeout(timer)
    if (Number.isFinite(at) && !isStopping)
      timer = setTimeout(wake, Math.min(Math.max(at - clock.now(), timerMs.least), timerMs.most))
  }

  async function look(): Promise<void> {
    // Who closed it wakes this again.
    if (gate.isClosed)
      return
    const { turns } = gate
    if (clock.now() < lastLookAt)
      await shortenWaits(lastLookAt - clock.now())
    lastLookAt = clock.now()
    const [limitsNow, isPaused] = [await limits(), await order.isPaused()]
    // Read last: the user may have put them in another order since the look began.
    const rows = (await ledger.open()).filter(row => !activeJobs.has(row.id) && mayStart(row))
    const now = clock.now()
    // The clock was set back while this was read: the next look sees it, before any timer is set by the wrong time.
    if (now < lastLookAt) {
      isLookWanted = true
      return
    }
    const decision = decide({
      rows,
      working: [...activeJobs.values()].map(job => job.first),
      limits: limitsNow,
      isPaused,
      mayFile: mayFile(),
      heldUntil: row => holds.on(row, now)?.until ?? 0,
      isAway: connectivity.isAway,
      now,
    })
    wakeAt(decision.wakesAt)
    // Jobs were cancelled since the rows were read: the next look sees them.
    const isOutdated = (): boolean => {
      isLookWanted ||= gate.turns !== turns
      return gate.turns !== turns || isStopping
    }
    for (const row of decision.blockAway) {
      if (isOutdated())
        return
      await settlement.offline(row)
    }
    const unblocked = [...decision.unblock, ...await fittingBudgets(rows)]
    for (const row of unblocked) {
      if (isOutdated())
        return
      await ledger.tryMove(row.id, 'unblock')
      holds.release(row.id)
      isLookWanted = true
    }
    // What is queued again takes its turn at the next look, before those behind it.
    if (unblocked.length === 0 && !isOutdated())
      decision.start.forEach(start)
  }

  async function fittingBudgets(rows: readonly JobRow[]): Promise<JobRow[]> {
    const held = rows.filter(row => row.blocked_by === 'budget')
    if (held.length === 0)
      return []
    const fits = new Set(await fitting(held.map(row => row.id)))
    return held.filter(row => fits.has(row.id))
  }

  /** The clock was set back: no job waits longer for that. */
  async function shortenWaits(byMs: number): Promise<void> {
    const now = clock.now()
    log.warn('clock-set-back', { byMs })
    holds.setBack(now)
    for (const row of await ledger.open()) {
      if (row.wakes_at !== null && row.wakes_at > now)
        await ledger.note(row.id, { wakesAt: Math.max(now, row.wakes_at - byMs) })
    }
  }

  return {
    begin() {
      hasBegun = true
      wake()
    },
    wake,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await looking
    },
  }
}
