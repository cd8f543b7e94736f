/** PCM in arbitrary chunks becomes the same samples, scheduled without overlap. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLiveSchedule, createPcmReader } from '../../../src-renderer/player/pcm.ts'

describe('createPcmReader', () => {
  it('gives the same samples however the bytes are chunked', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1 }), (bytes, cuts) => {
      const reader = createPcmReader()
      const pieces: number[] = []
      for (let at = 0, cut = 0; at < bytes.length; cut++) {
        const length = cuts[cut % cuts.length]!
        pieces.push(...reader.read(bytes.subarray(at, at + length)))
        at += length
      }
      expect(pieces).toEqual([...createPcmReader().read(bytes)])
    }))
  })

  it('reads full scale as −1 and nearly 1', () => {
    expect([...createPcmReader().read(Uint8Array.of(0x00, 0x80, 0xFF, 0x7F, 0, 0))]).toEqual([-1, 32767 / 32768, 0])
  })
})

describe('createLiveSchedule', () => {
  it('never schedules a chunk in the past or over the previous one', () => {
    const arrival = fc.record({
      waitSeconds: fc.double({ min: 0, max: 2, noNaN: true }),
      lengthSeconds: fc.double({ min: 0.01, max: 1, noNaN: true }),
    })
    fc.assert(fc.property(fc.array(arrival, { minLength: 1 }), (arrivals) => {
      const schedule = createLiveSchedule()
      let now = 0
      let busyUntil = 0
      for (const { waitSeconds, lengthSeconds } of arrivals) {
        now += waitSeconds
        const start = schedule.place(now, lengthSeconds)
        expect(start).toBeGreaterThanOrEqual(now)
        expect(start).toBeGreaterThanOrEqual(busyUntil)
        busyUntil = start + lengthSeconds
        expect(schedule.endsAt()).toBe(busyUntil)
      }
    }))
  })

  it('schedules chunks that arrive in time end to end', () => {
    const schedule = createLiveSchedule(0.1)
    expect(schedule.place(5, 0.5)).toBeCloseTo(5.1)
    expect(schedule.place(5.2, 0.5)).toBeCloseTo(5.6)
    expect(schedule.stalls()).toBe(0)
  })

  it('buffers more after each underrun', () => {
    const schedule = createLiveSchedule(0.1)
    schedule.place(0, 0.1)
    expect(schedule.place(1, 0.1)).toBeCloseTo(1.2)
    expect(schedule.place(3, 0.1)).toBeCloseTo(3.4)
    expect(schedule.stalls()).toBe(2)
  })
})
