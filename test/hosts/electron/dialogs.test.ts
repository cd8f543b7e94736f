/** The native dialogs: where files are saved, what is asked before work is lost, and what may be shown in the file manager. */
import type { LastFolder } from '../../../src-main/hosts/electron/dialogs.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chooseFile,
  chooseFolder,
  confirmQuit,
  confirmReload,
  reveal,
  showInBrowser,
} from '../../../src-main/hosts/electron/dialogs.ts'
import { textsFor } from '../../../src-main/hosts/electron/texts.ts'
import { asked, person } from '../../kit/electron-stand-in.ts'
import { makeFolder } from '../../kit/folder.ts'

vi.mock('electron', () => import('../../kit/electron-stand-in.ts'))

const texts = textsFor('en')
beforeEach(() => {
  asked.places.length = 0
  asked.questions.length = 0
  asked.shown.length = 0
})

function remembered(folder: string | null): LastFolder & { now: () => string | null } {
  let last = folder
  return { read: () => last, write: path => void (last = path), now: () => last }
}

describe('where to save', () => {
  it('begins in the folder of the last time, and remembers the next one', async () => {
    const folder = await makeFolder()
    const last = remembered(folder)
    person.file = '/elsewhere/Film.mp4'
    expect(await chooseFile(null, texts, last, 'Film.mp4')).toBe('/elsewhere/Film.mp4')
    expect(asked.places).toMatchObject([{
      title: texts.saveAs,
      defaultPath: `${folder}/Film.mp4`,
      // Without it the GTK dialog would replace a file in silence.
      properties: expect.arrayContaining(['showOverwriteConfirmation']),
    }])
    expect(last.now()).toBe('/elsewhere')
  })

  it('is offered without a folder that is gone', async () => {
    person.file = person.folder = null
    const last = remembered('/gone')
    await chooseFile(null, texts, last, 'Film.mp4')
    await chooseFolder(null, texts, last)
    expect(asked.places.map(({ defaultPath }) => defaultPath)).toEqual(['Film.mp4', undefined])
  })

  it('is nowhere when the person cancels, and the folder of the last time stays', async () => {
    person.file = person.folder = null
    const last = remembered('/before')
    expect([await chooseFile(null, texts, last, 'Film.mp4'), await chooseFolder(null, texts, last)]).toEqual([null, null])
    expect(last.now()).toBe('/before')
    person.folder = '/chosen'
    expect([await chooseFolder(null, texts, last), last.now()]).toEqual(['/chosen', '/chosen'])
  })
})

describe('before work is lost', () => {
  it('names each kind of work that ends, and continues only by the second button', async () => {
    person.answers = 0
    expect(await confirmQuit(null, texts, ['jobs', 'recording'])).toBe(false)
    person.answers = 1
    expect(await confirmQuit(null, texts, ['saving'])).toBe(true)
    expect(asked.questions.map(({ detail }) => detail)).toEqual([
      `${texts.stillWorkingDetail.jobs}\n\n${texts.stillWorkingDetail.recording}`,
      texts.stillWorkingDetail.saving,
    ])
    // Enter and Escape keep the work.
    expect(asked.questions.map(({ buttons, defaultId, cancelId }) => [buttons?.[defaultId ?? -1], buttons?.[cancelId ?? -1]]))
      .toEqual([[texts.keepWorking, texts.keepWorking], [texts.keepWorking, texts.keepWorking]])
  })

  it('asks the same before the page is loaded again', async () => {
    person.answers = 1
    expect(await confirmReload(null as never, texts, ['importing'])).toBe(true)
    expect(asked.questions[0]).toMatchObject({ message: texts.reload, detail: texts.reloadDetail.importing, defaultId: 0, cancelId: 0 })
  })
})

it('a studio in the browser can be opened again, copied by its address, or closed, also by Escape', async () => {
  const address = 'http://127.0.0.1:1/?k=1'
  const answers: string[] = []
  for (person.answers of [0, 1, 2, 3])
    answers.push(await showInBrowser(texts, { address, isOpened: true }))
  expect(answers).toEqual(['open', 'copy', 'quit', 'quit'])
  await showInBrowser(texts, { address, isOpened: false })
  const [opened, unopened] = [asked.questions[0]!, asked.questions[4]!]
  expect([opened.message, unopened.message]).toEqual([texts.inBrowser, texts.noBrowser])
  expect(unopened.detail).toContain(address)
  // Where no browser could be started, to copy the address is what helps.
  expect([opened.buttons?.[opened.defaultId!], unopened.buttons?.[unopened.defaultId!]]).toEqual([texts.openAgain, texts.copyAddress])
})

it('shows only whole paths in the file manager', async () => {
  await reveal('/studio/Film.mp4')
  await expect(reveal('Film.mp4')).rejects.toThrow(RangeError)
  await expect(reveal('/studio/\0/Film.mp4')).rejects.toThrow(RangeError)
  expect(asked.shown).toEqual(['/studio/Film.mp4'])
})
