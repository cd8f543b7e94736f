/** Calls over the wire of a studio in this process as text, so that what is measured is main's part alone: the page's end parses nothing. */
import type { Studio } from '../../src-main/studio/ports.ts'
import process from 'node:process'
import { systemClock } from '../../src-main/base/clock.ts'
import { createLog } from '../../src-main/base/log.ts'
import { answerCalls, createRouter } from '../../src-main/hosts/wire.ts'

export interface RawCalls {
  /** The text of the answer; of a feed, of its first event. Rejects for a fault. */
  readonly call: (name: string, input: object) => Promise<string>
  readonly close: () => void
}

/** Of oRPC's protocol: the kind of message that ends a call. */
const abort = 4

export function openRawCalls({ handlers }: Pick<Studio, 'handlers'>): RawCalls {
  const listeners = new Set<(text: unknown) => void>()
  const closers = new Set<() => void>()
  const waiting = new Map<string, (text: string) => void>()
  let lastId = 0
  const router = createRouter(handlers, createLog({ write: text => process.stderr.write(text), clock: systemClock }))
  answerCalls(router, {
    send(text) {
      const id = /"i":"(\w+)"/.exec(text)?.[1] ?? ''
      waiting.get(id)?.(text)
    },
    onMessage: listener => void listeners.add(listener),
    onClose: listener => void closers.add(listener),
    refuse: () => {},
  }, { origin: 'page' })
  const send = (message: object): void => listeners.forEach(listener => listener(JSON.stringify(message)))
  return {
    call: (name, input) => new Promise((resolve, reject) => {
      const id = String(++lastId)
      let isFeed = false
      waiting.set(id, (text) => {
        const head = JSON.parse(text.length < 2000 ? text : '{}') as { t?: number, p?: { s?: number, h?: Record<string, string> } }
        if (head.p?.h?.['content-type']?.startsWith('text/event-stream')) {
          isFeed = true
          return
        }
        waiting.delete(id)
        if (isFeed)
          send({ i: id, t: abort })
        if (head.p?.s !== undefined && head.p.s >= 400)
          reject(new Error(text))
        else
          resolve(text)
      })
      send({ i: id, p: { u: `/${name.replace('.', '/')}`, b: { json: input } } })
    }),
    close: () => closers.forEach(close => close()),
  }
}
