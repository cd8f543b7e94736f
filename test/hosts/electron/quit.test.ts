/** Quitting Electron while work is in progress: one question, and the studio is always closed first. */
import type { UnderWay } from '../../../src-main/studio/ports.ts'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { guardQuit } from '../../../src-main/hosts/electron/quit.ts'
import * as electron from '../../kit/electron-stand-in.ts'
import { createFakeStudio } from '../../kit/fake-studio.ts'

function open({ isWorking, answers }: { isWorking: boolean, answers: boolean[] }) {
  const steps: string[] = []
  const app = new electron.App()
  app.exit = code => void steps.push(`exit ${code}`)
  const window = new electron.BrowserWindow({})
  const underWay = new Set<UnderWay>(isWorking ? ['jobs'] : [])
  const studio = { ...createFakeStudio(), underWay: () => underWay, close: async () => void steps.push('studio closed') }
  guardQuit({
    // The stand-ins have the members that the guard uses.
    app: app as never,
    window: window as never,
    studio,
    log: createLog({ write: () => {}, clock: systemClock }),
    async ask() {
      steps.push('asked')
      return answers.shift() ?? false
    },
    onStay: () => void steps.push('stays'),
    onClosing: () => {},
    onEnd: async () => void steps.push('end'),
    closeRest: async () => void steps.push('rest closed'),
  })
  window.on('closed', () => app.emit('window-all-closed'))
  return { steps, window, app }
}

const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

it('quits without a question when nothing is in progress', async () => {
  const { steps, window } = open({ isWorking: false, answers: [] })
  window.close()
  await settle()
  expect(steps).toEqual(['studio closed', 'rest closed', 'end', 'exit 0'])
})

it('stays open when the answer is to keep working, and asks again the next time', async () => {
  const { steps, window } = open({ isWorking: true, answers: [false, true] })
  window.close()
  await settle()
  expect([steps, window.isDestroyed()]).toEqual([['asked', 'stays'], false])
  window.close()
  await settle()
  expect([steps, window.isDestroyed()]).toEqual([['asked', 'stays', 'asked', 'studio closed', 'rest closed', 'end', 'exit 0'], true])
})

it('asks once, even when the window is closed again in the meantime', async () => {
  const { steps, window } = open({ isWorking: true, answers: [true] })
  window.close()
  window.close()
  window.close()
  await settle()
  expect(steps).toEqual(['asked', 'studio closed', 'rest closed', 'end', 'exit 0'])
})

it('closes the studio once when the program is asked to quit twice', async () => {
  const { steps, window, app } = open({ isWorking: false, answers: [] })
  window.close()
  app.quit()
  await settle()
  expect(steps).toEqual(['studio closed', 'rest closed', 'end', 'exit 0'])
})
