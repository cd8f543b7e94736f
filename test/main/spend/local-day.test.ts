/**
 * A local day in every kind of time zone: of 23, 24 and 25 hours, with half an hour of summer time, without a midnight, left out.
 *
 * @module-tag wide
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const child = join(import.meta.dirname, '../../kit/local-day-child.ts')

interface Found { readonly wrong: string[], readonly hours: number[] }

/** The zone is one of the process, so each has its own. */
async function inZone(zone: string): Promise<Found> {
  const { stdout } = await promisify(execFile)(process.execPath, [child], { env: { ...process.env, TZ: zone } })
  return JSON.parse(stdout) as Found
}

const zones: readonly [zone: string, hours: readonly number[]][] = [
  ['UTC', [24]],
  ['Europe/Berlin', [23, 24, 25]],
  ['America/New_York', [23, 24, 25]],
  ['Asia/Kolkata', [24]],
  // Half an hour of summer time.
  ['Australia/Lord_Howe', [23.5, 24, 24.5]],
  // Summer time begins at midnight: that day begins at one.
  ['Africa/Cairo', [23, 24, 25]],
  ['America/Havana', [23, 24, 25]],
  // Without 30 December 2011.
  ['Pacific/Apia', [23, 24, 25]],
]

describe('a local day', () => {
  it.each(zones)('%s: days follow each other without a gap, hold their moments, and are as long as the clock says', async (zone, hours) => {
    const found = await inZone(zone)
    expect(found.wrong).toEqual([])
    expect(found.hours).toEqual(hours)
  })
})
