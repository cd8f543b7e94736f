/** The order of the test files: those that take longest first, so that no worker is left with one at the end. */
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Vitest remembers how long each file took. A fresh clone knows nothing of that, but these: the longest first. */
const knownLong: readonly string[] = [
  'test/torture/torture.test.ts',
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
