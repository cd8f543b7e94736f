/** All voices of the list, one after another: those whose sample is kept at once, the others as soon as theirs is generated. */
import type { OnTrial, SampleState } from './use-samples.ts'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { usePlayer } from '../../../player/use-player.ts'

interface Samples {
  readonly playing: Readonly<{ value: string | null }>
  readonly stateOf: (row: OnTrial) => SampleState
  readonly lacking: (rows: Iterable<OnTrial>) => readonly OnTrial[]
  readonly make: (rows: readonly OnTrial[]) => Promise<void>
  readonly hear: (row: OnTrial) => Promise<void>
  readonly stop: () => void
}

export function useHearAll({ rows, samples, point }: {
  readonly rows: () => readonly OnTrial[]
  readonly samples: Samples
  /** Shows the row that is heard. */
  readonly point: (key: string) => void
}) {
  const player = usePlayer()
  const isOn = shallowRef(false)
  /** Not heard yet, in the order of the list. */
  const left = shallowRef<readonly OnTrial[]>([])
  const now = shallowRef<string | null>(null)

  /** What waits for samples continues only in the round in which it was asked for. */
  let round = 0

  function end(): void {
    round++
    isOn.value = false
    left.value = []
    now.value = null
  }

  /** The first that is there; without one it waits for what is being generated. */
  async function next(): Promise<void> {
    now.value = null
    const row = left.value.find(each => samples.stateOf(each) === 'kept')
    if (row) {
      left.value = left.value.filter(each => each !== row)
      now.value = row.key
      point(row.key)
      const mine = round
      await samples.hear(row)
      // A file that cannot be played is passed over.
      if (mine === round && now.value === row.key && samples.playing.value !== row.key)
        await next()
    }
    else if (!left.value.some(each => samples.stateOf(each) === 'making')) {
      end()
    }
  }

  async function start(): Promise<void> {
    end()
    const mine = round
    const all = rows()
    const lacking = samples.lacking(all)
    await samples.make(lacking)
    if (mine !== round)
      return
    // Nothing was agreed to.
    if (lacking.length > 0 && samples.lacking(all).length === lacking.length)
      return
    left.value = all
    isOn.value = true
    await next()
  }

  watch(() => samples.playing.value, (key, before) => {
    if (!isOn.value || now.value === null)
      return
    if (key !== null && key !== now.value)
      return end()
    if (key !== null || before !== now.value)
      return
    const sound = player.sound.value
    // Stopped by hand before its end: then the listening is over.
    if (sound !== null && player.seconds.value >= sound.durationSeconds - 0.05)
      void next()
    else
      end()
  }, { flush: 'sync' })
  watch(() => isOn.value && now.value === null ? left.value.map(samples.stateOf).join(' ') : '', (states) => {
    if (states !== '')
      void next()
  })
  onScopeDispose(end)

  return {
    isOn: shallowReadonly(isOn),
    end,
    toggle(): void {
      if (!isOn.value)
        return void start()
      end()
      samples.stop()
    },
  }
}
