/** Runs the slowest test files first, so that no worker is left with one at the end. */
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The order for a fresh clone, before Vitest has recorded any durations: the slowest files first. */
const knownLong: readonly string[] = [
  'test/main/media/picture/graded-layers.test.ts',
  'test/main/library/chosen-sound.test.ts',
  'test/main/media/picture/backdrop-layers.test.ts',
  'test/main/files/coming-in.test.ts',
  'test/main/media/picture/apart-layers.test.ts',
  'test/main/drift/drift.test.ts',
  'test/main/media/picture/colour-path.test.ts',
  'test/hosts/electron/life.test.ts',
  'test/main/jobs/fault-matrix.test.ts',
  'test/main/media/picture/paced-layers.test.ts',
  'test/main/media/sound/tone-filters.test.ts',
  'test/main/media/render/constant-rate.test.ts',
  'test/main/move/killed.test.ts',
  'test/main/media/render/render.test.ts',
  'test/main/media/picture/adjusted-layers.test.ts',
  'test/main/media/render/offsets.test.ts',
  'test/power/power.test.ts',
  'test/main/storage/released.test.ts',
  'test/main/media/picture/render-layers.test.ts',
  'test/main/files/moving-pictures.test.ts',
  'test/main/media/render/book.test.ts',
  'test/main/media/picture/grouped-layers.test.ts',
  'test/main/media/render/join-parts.test.ts',
  'test/main/media/render/delivered-loudness.test.ts',
  'test/main/sequences/awaited-shots.test.ts',
  'test/main/media/picture/transition-layers.test.ts',
  'test/bin/fetch-electron.test.ts',
  'test/main/media/probe/orientation.test.ts',
  'test/main/media/picture/keyed-layers.test.ts',
  'test/main/media/slow-inputs.test.ts',
  'test/main/journal/long-steps.test.ts',
  'test/main/interchange/mlt.test.ts',
  'test/main/media/picture/encoder-sizes.test.ts',
  'test/main/jobs/on-disk-first.test.ts',
  'test/renderer/timeline/acts-keep-clips.test.ts',
  'test/renderer/timeline/awkward-media.test.ts',
  'test/main/media/render/deep-films.test.ts',
  'test/renderer/timeline/preparing.test.ts',
  'test/main/media/plan/safe-areas.test.ts',
  'test/main/backup/interrupted.test.ts',
  'test/main/media/probe/probe.test.ts',
  'test/torture/torture.test.ts',
  'test/main/deliver/bad-input.test.ts',
  'test/bin/command.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = knownLong.findIndex(path => moduleId.endsWith(path))
      return at < 0 ? knownLong.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
