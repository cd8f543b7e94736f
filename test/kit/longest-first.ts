/** Runs the slowest test files first, so that no worker is left with one at the end. */
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The order for a fresh clone, before Vitest has recorded any durations: the slowest files first. */
const knownLong: readonly string[] = [
  'test/main/jobs/fault-matrix.test.ts',
  'test/torture/torture.test.ts',
  'test/main/databases/damaged-ledger.test.ts',
  'test/main/jobs/recover-killed.test.ts',
  'test/main/databases/damaged-library.test.ts',
  'test/main/service/fuzz.test.ts',
  'test/main/practice/parameters.test.ts',
  'test/main/jobs/paid.test.ts',
  'test/main/jobs/queue.test.ts',
  'test/main/jobs/chat.test.ts',
  'test/main/secrets/own-keys.test.ts',
  'test/main/jobs/transcribe.test.ts',
  'test/main/spend/spend.test.ts',
  'test/main/jobs/voices.test.ts',
  'test/main/media/render.test.ts',
  'test/main/backup/backup.test.ts',
  'test/main/jobs/rate.test.ts',
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
