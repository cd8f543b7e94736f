/** Raw sound as it streams in: bytes of s16le to samples, and when each piece should sound. */

export interface PcmReader {
  /** Samples from −1 to 1; a byte that belongs to the next sample is carried over. */
  read: (bytes: Uint8Array) => Float32Array<ArrayBuffer>
}

/** Reads s16le mono however it was cut on the way: a chunk may end in the middle of a sample. */
export function createPcmReader(): PcmReader {
  let carried: number | null = null
  return {
    read(bytes) {
      const joined = carried === null ? bytes : join(Uint8Array.of(carried), bytes)
      const count = joined.length >> 1
      carried = joined.length % 2 === 1 ? joined[joined.length - 1] ?? null : null
      const view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength)
      const samples = new Float32Array(count)
      for (let i = 0; i < count; i++)
        samples[i] = view.getInt16(i * 2, true) / 32768
      return samples
    },
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

export interface LiveSchedule {
  /**
   * When a piece of so many seconds should start, on the clock that `now` reads: right after the one before, or a little later when it came
   * too late.
   */
  place: (now: number, lengthSeconds: number) => number
  /** When everything placed so far has sounded. */
  endsAt: () => number
  /** How often sound ran dry. */
  stalls: () => number
}

/**
 * Places pieces end to end. Each time sound runs dry the lead grows, so a network that stutters is waited for
 * once or twice and not at every piece.
 */
export function createLiveSchedule(leadSeconds = 0.12, longestLeadSeconds = 1): LiveSchedule {
  let lead = leadSeconds
  let next: number | null = null
  let stalls = 0
  return {
    place(now, lengthSeconds) {
      if (next !== null && next < now) {
        stalls++
        lead = Math.min(longestLeadSeconds, lead * 2)
        next = null
      }
      const start = next ?? now + lead
      next = start + lengthSeconds
      return start
    },
    endsAt: () => next ?? 0,
    stalls: () => stalls,
  }
}
