/** Look-up tables of grades: read when one is first seen; those used longest ago are forgotten. */
import type { AssetId } from '#contract/words.ts'
import type { Cube } from '#rules/colour/cube.ts'
import type { Report } from './media.ts'
import { readCube } from '#rules/colour/cube.ts'
import { saidBy } from './media.ts'

/** The text of its `.cube` file. */
export type LutTextOf = (lutId: AssetId) => Promise<string>

export interface Luts {
  /** Null while it is not there; `onLut` tells when it is. */
  at: (lutId: AssetId) => Cube | null
  /** Whether it is still to come. */
  isComing: (lutId: AssetId) => boolean
  /** Those that could not be read are asked for again. */
  retry: () => void
  close: () => void
}

/** The largest have 25 MB. */
const mostKept = 8
/** Of 60 frames a second, this leaves most for the picture. */
const pieceMs = 6

export function createLuts({ textOf, report, onLut }: { textOf: LutTextOf | undefined, report: Report, onLut: () => void }): Luts {
  const cubes = new Map<AssetId, Cube>()
  const coming = new Set<AssetId>()
  const failed = new Set<AssetId>()
  let isClosed = false

  async function load(lutId: AssetId, text: Promise<string>): Promise<void> {
    coming.add(lutId)
    try {
      cubes.set(lutId, await inPieces(readCube(await text)))
      const [oldest] = cubes.keys()
      if (cubes.size > mostKept && oldest)
        cubes.delete(oldest)
    }
    catch (cause) {
      failed.add(lutId)
      if (!isClosed)
        report({ what: 'no-lut', said: saidBy(cause) })
    }
    finally {
      coming.delete(lutId)
    }
    if (!isClosed)
      onLut()
  }

  function ask(lutId: AssetId): void {
    if (textOf && !cubes.has(lutId) && !coming.has(lutId) && !failed.has(lutId))
      void load(lutId, textOf(lutId))
  }

  return {
    at(lutId) {
      ask(lutId)
      const cube = cubes.get(lutId) ?? null
      if (cube) {
        cubes.delete(lutId)
        cubes.set(lutId, cube)
      }
      return cube
    },
    isComing(lutId) {
      ask(lutId)
      return coming.has(lutId)
    },
    retry: () => failed.clear(),
    close() {
      isClosed = true
      cubes.clear()
    },
  }
}

async function inPieces<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  let until = performance.now() + pieceMs
  for (;;) {
    const { done, value } = steps.next()
    if (done)
      return value
    if (performance.now() >= until) {
      await new Promise(resolve => setTimeout(resolve))
      until = performance.now() + pieceMs
    }
  }
}
