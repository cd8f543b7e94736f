/** The practice service inside the studio: started when it is first needed, closed with the studio. */
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Connection } from './connection.ts'
import { Fault } from '#contract/faults.ts'
import { openPracticeService } from '../practice/index.ts'

export interface Practice {
  connection: () => Promise<Connection>
  readonly url: string | null
  /** Calls back when it has started. */
  onStart: (listener: () => void) => void
  close: () => Promise<void>
}

export function createPractice(ports: { ffmpeg: () => Promise<Ffmpeg | null>, log: Log }): Practice {
  let opening: ReturnType<typeof openPracticeService> | undefined
  let url: string | null = null
  let tellStart = (): void => {}

  async function open(): ReturnType<typeof openPracticeService> {
    const service = await openPracticeService({ ffmpeg: ports.ffmpeg })
    url = service.url
    ports.log.info('practice-started', { url })
    tellStart()
    return service
  }

  return {
    get url() {
      return url
    },
    onStart(listener) {
      tellStart = listener
    },
    async connection() {
      try {
        opening ??= open()
        const service = await opening
        return { baseUrl: service.url, key: service.key, socketUrl: null }
      }
      catch (error) {
        opening = undefined
        throw new Fault('practice-unavailable', { reason: error instanceof Error ? error.message : '' }, { cause: error })
      }
    },
    async close() {
      const service = await opening?.catch(() => undefined)
      await service?.close()
    },
  }
}
