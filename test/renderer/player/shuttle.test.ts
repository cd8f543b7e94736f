/** J K L work as in every editor, and only one player is audible at a time. */
import { describe, expect, it } from 'vitest'
import { createOutput } from '../../../src-renderer/player/output.ts'
import { nextRate } from '../../../src-renderer/player/shuttle.ts'

describe('nextRate', () => {
  it('starts at normal speed and doubles with each press of the same key, up to eight', () => {
    const presses = [1, 1, 1, 1, 1] as const
    const heard: number[] = []
    for (const way of presses)
      heard.push(nextRate(heard.at(-1) ?? 0, way))
    expect(heard).toEqual([1, 2, 4, 8, 8])
  })

  it('reverses at normal speed', () => {
    expect(nextRate(4, -1)).toBe(-1)
    expect(nextRate(-8, 1)).toBe(1)
  })

  it('stops on K from any speed', () => {
    expect(nextRate(4, 0)).toBe(0)
    expect(nextRate(-2, 0)).toBe(0)
  })
})

describe('createOutput', () => {
  it('silences the previous player when another takes it', () => {
    const output = createOutput()
    const heard: string[] = []
    const first = (): void => {
      heard.push('first silenced')
    }
    const second = (): void => {
      heard.push('second silenced')
    }
    output.take(first)
    output.take(first)
    output.take(second)
    expect(heard).toEqual(['first silenced'])
  })

  it('is not released by a player that has lost it', () => {
    const output = createOutput()
    const heard: string[] = []
    const first = (): void => {
      output.release(first)
    }
    const second = (): void => {
      heard.push('second silenced')
    }
    output.take(first)
    output.take(second)
    output.release(first)
    output.take(() => {})
    expect(heard).toEqual(['second silenced'])
  })
})
