/** Chat answers while they arrive, as a feed. Kept in memory; the whole answer is filed by its job. */
import type { JobId } from '#contract/words.ts'
import type { Feed } from '../base/feed.ts'
import { createFeed } from '../base/feed.ts'

export interface Output { readonly text: string, readonly reasoning: string, readonly isOver: boolean }

export interface Outputs {
  write: (jobId: JobId, output: Pick<Output, 'text' | 'reasoning'>) => void
  /** Ends the output: subscribers are notified, and it is dropped. */
  end: (jobId: JobId) => void
  /** The output so far, then each change; ends with the job, at once for a job that has ended. */
  changes: (jobId: JobId, signal?: AbortSignal) => AsyncGenerator<Output, void, void>
}

interface Arriving { output: Output, feed: Feed<Output> }

export function createOutputs({ hasEnded }: { hasEnded: (jobId: JobId) => Promise<boolean> }): Outputs {
  const arriving = new Map<JobId, Arriving>()

  function begin(jobId: JobId): Arriving {
    const begun = { output: { text: '', reasoning: '', isOver: false }, feed: createFeed<Output>() }
    arriving.set(jobId, begun)
    return begun
  }

  function publish(jobId: JobId, output: Output): void {
    const known = arriving.get(jobId) ?? begin(jobId)
    known.output = output
    known.feed.publish(output)
  }

  function end(jobId: JobId): void {
    const known = arriving.get(jobId)
    if (known)
      publish(jobId, { ...known.output, isOver: true })
    arriving.delete(jobId)
  }

  return {
    write: (jobId, { text, reasoning }) => publish(jobId, { text, reasoning, isOver: false }),
    end,
    async* changes(jobId, signal) {
      const known = arriving.get(jobId) ?? begin(jobId)
      // Subscribed before the question, so that an end in between is not missed. An unknown job has no output either.
      const events = known.feed.subscribe(() => known.output, signal)
      if (await hasEnded(jobId).catch(() => true))
        end(jobId)
      for await (const output of events) {
        yield output
        if (output.isOver)
          return
      }
    },
  }
}
