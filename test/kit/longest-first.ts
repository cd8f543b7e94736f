/** Runs the slowest test files first, so that no worker is left with one at the end. */
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The order for a fresh clone, before Vitest has recorded any durations: the slowest files first. */
const knownLong: readonly string[] = [
  'test/main/media/picture/colour-path.test.ts',
  'test/main/files/coming-in.test.ts',
  'test/main/media/render/constant-rate.test.ts',
  'test/main/jobs/stop.test.ts',
  'test/power/power.test.ts',
  'test/main/media/render/sound-alone.test.ts',
  'test/main/spend/local-day.test.ts',
  'test/hosts/electron/life.test.ts',
  'test/main/jobs/fault-matrix.test.ts',
  'test/main/media/render/offsets.test.ts',
  'test/main/media/probe/orientation.test.ts',
  'test/main/media/render/delivered-loudness.test.ts',
  'test/main/studio/full-disk.test.ts',
  'test/main/files/moving-pictures.test.ts',
  'test/main/media/picture/render-layers.test.ts',
  'test/main/media/render/render.test.ts',
  'test/main/library/chosen-sound.test.ts',
  'test/main/media/render/bit-rate.test.ts',
  'test/main/media/picture/encoder-sizes.test.ts',
  'test/torture/torture.test.ts',
  'test/main/media/render/float-sound.test.ts',
  'test/main/jobs/made-again.test.ts',
  'test/main/media/render/deep-films.test.ts',
  'test/bin/fetch-electron.test.ts',
  'test/main/backup/strangers.test.ts',
  'test/main/kinds/transcribe.test.ts',
  'test/main/media/render/render-kept.test.ts',
  'test/main/jobs/recover-killed.test.ts',
  'test/main/databases/damaged-ledger.test.ts',
  'test/main/media/render/heard.test.ts',
  'test/main/kinds/odd-shapes.test.ts',
  'test/main/studio/content-credentials.test.ts',
  'test/main/library/renditions.test.ts',
  'test/main/media/render/image-sequence.test.ts',
  'test/main/kinds/as-it-came.test.ts',
  'test/main/media/preview/proxy.test.ts',
  'test/main/spend/spend.test.ts',
  'test/main/credentials/sign-file.test.ts',
  'test/main/media/render/complete-file.test.ts',
  'test/main/deliver/whole-kit.test.ts',
  'test/main/media/picture/still.test.ts',
  'test/main/backup/round-trip.test.ts',
  'test/main/kinds/chat.test.ts',
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
