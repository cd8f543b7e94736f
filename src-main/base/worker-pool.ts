/** Reused worker threads: starting one takes longer than most of its tasks. */
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { childEnvironment } from './child-environment.ts'
import { youngGenerationMb } from './young-generation.ts'

const mostIdle = 3
const idleMs = 10_000

export interface WorkerPool {
  /** An idle thread, or a new one; null where its script is missing. `terminate` it if it fails or hangs. */
  take: () => Worker | null
  /**
   * For a thread that has done all it was asked and keeps nothing; nobody listens to it any more. It ends by itself when nobody takes it
   * for ten seconds.
   */
  giveBack: (worker: Worker) => void
}

/** `places`: where the script of the threads may be; the first that exists is used. `name` is shown by debuggers. */
export function createWorkerPool(name: string, places: readonly URL[]): WorkerPool {
  const idle = new Map<Worker, NodeJS.Timeout>()

  function remove(worker: Worker): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }

  function start(): Worker | null {
    const file = places.find(place => existsSync(place))
    if (!file)
      return null
    // Own flags: those of the host, such as a loader, must not be inherited.
    const worker = new Worker(file, {
      name,
      execArgv: [],
      env: childEnvironment(),
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    })
    return listen(worker)
  }

  /** A caller listens as well; this is for a thread that fails while it is idle. */
  function listen(worker: Worker): Worker {
    return worker.on('error', () => remove(worker)).on('exit', () => remove(worker))
  }

  return {
    take() {
      const [worker] = idle.keys()
      if (!worker)
        return start()
      remove(worker)
      worker.ref()
      return worker
    },
    giveBack(worker) {
      for (const event of ['message', 'error', 'exit'])
        worker.removeAllListeners(event)
      listen(worker)
      if (idle.size >= mostIdle) {
        void worker.terminate()
        return
      }
      worker.unref()
      idle.set(worker, setTimeout(() => {
        remove(worker)
        void worker.terminate()
      }, idleMs).unref())
    },
  }
}
