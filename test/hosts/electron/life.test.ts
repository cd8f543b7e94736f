/**
 * Starting and closing the built Electron bundle, each in its own process: second starts at any moment, locks that are refused.
 *
 * @module-tag all
 */
import type { ModelId, RequestId } from '#contract/words.ts'
import type { ElectronProgram } from '../../kit/electron-program.ts'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { writeMark } from '../../../src-main/storage/folder-marks.ts'
import { lockFolder } from '../../../src-main/storage/lock.ts'
import { startElectron } from '../../kit/electron-program.ts'
import { findFfmpeg } from '../../kit/ffmpeg.ts'
import { clientOfBundle } from '../../kit/wire-client.ts'

let home: string
let studio: string
const started: ElectronProgram[] = []

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../../bin/takeroom.mjs', import.meta.url)), 'build'])
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'takeroom-life-'))
  studio = join(home, 'studio')
})
afterEach(async () => {
  for (const program of started.splice(0)) {
    if (!program.hasEnded())
      program.child.kill('SIGKILL')
    await program.ended
  }
  await rm(home, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}, words: string[] = []): ElectronProgram {
  const program = startElectron({ studio, home, env, words })
  started.push(program)
  return program
}

/** What the stand-in says when it ends. */
function lastWords(program: ElectronProgram): object {
  return JSON.parse(/^ENDED (.*)$/m.exec(program.output())?.[1] ?? 'null') as object // The stand-in writes one.
}

/** The profile of the studio, once a program has made it. */
async function profile(): Promise<string> {
  const [name] = (await readdir(home)).filter(each => each.startsWith('settings'))
  if (name === undefined)
    throw new Error('There is no profile')
  return join(home, name)
}

describe('a second start', () => {
  it('while the first has its window open brings that forward, and ends without a word', async () => {
    const first = start()
    await first.opened()
    const second = start()
    expect(await second.ended).toBe(0)
    expect(second.output()).toMatch(/^ENDED .*\n$/)
    // Chromium tells the first program.
    await first.run(({ app, emitNative }) => emitNative(app, 'second-instance', {}))
    expect(await first.run(({ asked }) => asked.windows[0]!.raised)).toBe(1)
  })

  it.each(['second-instance', 'activate'])('while the first closes waits for its end, and then opens (%s)', async (event) => {
    const first = start({ TAKEROOM_API_KEY: 'a key', APPIMAGE: '/home/me/Takeroom.AppImage' })
    await first.opened()
    await first.run(({ app, asked, emitNative }, name) => {
      asked.windows[0]!.close()
      // The window is gone, the studio is closing.
      emitNative(app, name, {})
      emitNative(app, name, {})
    }, event)
    expect(await first.ended).toBe(0)
    expect(lastWords(first)).toEqual({
      relaunches: [{ execPath: '/home/me/Takeroom.AppImage', args: expect.any(Array) }],
      uncaught: [],
      questions: 0,
      key: 'a key',
      sent: { id: expect.any(String), files: [] },
    })
  })

  it('never cuts off an answer that is paid for: it arrives, and is there when the studio opens again', async () => {
    const service = await openPracticeService({ ffmpeg: findFfmpeg, voice: 'formant', pace: 0 })
    service.faults.set({ do: 'delay', ms: 2_000, at: 'answer', when: { kind: 'speech' } })
    const first = start()
    const { client, close } = await clientOfBundle(await first.opened())
    const account = await client.accounts.connect({ name: 'Service', baseUrl: service.url as never, key: service.key })
    await client.make.speech({
      requestId: newId<RequestId>(),
      accountId: account.account.id,
      modelId: 'higgs2p5' as ModelId,
      fields: { text: 'Paid for.' },
      projectId: null,
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    })
    await expect.poll(() => service.ledger().length).toBe(1)
    await first.run(({ app, asked, person, emitNative }) => {
      person.answers = 1
      asked.windows[0]!.once('closed', () => setImmediate(() => emitNative(app, 'second-instance', {})))
      asked.windows[0]!.close()
    })
    expect(await first.ended).toBe(0)
    await close()
    expect(lastWords(first)).toMatchObject({ relaunches: [{}], uncaught: [], questions: 1 })
    const again = start()
    const after = await clientOfBundle(await again.opened())
    const jobs = await after.client.jobs.changes({})
    expect((await jobs.next()).value).toMatchObject({ changed: [{ title: 'Paid for.', state: 'done' }] })
    expect(service.ledger()).toHaveLength(1)
    await after.close()
    await service.close()
  })

  it('before the first is ready, and while its window opens, changes nothing', async () => {
    const first = start()
    await first.run(({ app, emitNative }) => emitNative(app, 'second-instance', {}))
    await first.opened()
    expect(await first.run(({ asked }) => [asked.windows.length, asked.uncaught.length])).toEqual([1, 0])
    await first.run(({ asked }) => void setTimeout(() => asked.windows[0]!.close()))
    expect(await first.ended).toBe(0)
  })

  it('sends its files to the first, which keeps them for the next start where it is closing', async () => {
    const first = start()
    await first.opened()
    const second = start({}, ['--x', join(home, 'ö !.wav')])
    expect(await second.ended).toBe(0)
    const { sent } = lastWords(second) as { sent: object } // The stand-in tells it.
    expect(sent).toMatchObject({ files: [join(home, 'ö !.wav')] })
    await first.run(({ app, asked, emitNative }, given) => {
      asked.windows[0]!.close()
      emitNative(app, 'second-instance', {}, [], '/', given)
    }, sent)
    expect(await first.ended).toBe(0)
    const { relaunches: [again] } = lastWords(first) as { relaunches: { args: string[] }[] } // As above.
    const third = start({}, again!.args.slice(1))
    const { client, close } = await clientOfBundle(await third.opened())
    expect(await client.opened.take({})).toEqual({ files: [], refused: [{ name: 'ö !.wav', because: 'missing' }] })
    await close()
  })

  it('that did not come opens nothing again', async () => {
    const first = start()
    await first.opened()
    await first.run(({ app, asked, emitNative }) => {
      emitNative(app, 'second-instance', {})
      setTimeout(() => asked.windows[0]!.close())
    })
    expect(await first.ended).toBe(0)
    expect(lastWords(first)).toMatchObject({ relaunches: [], uncaught: [], key: null })
  })
})

describe('a studio folder that is moved', () => {
  it('closes the app, which starts again and opens the studio at the new place, with the window\'s profile', async () => {
    const first = start({ TAKEROOM_API_KEY: 'a key' })
    const { client, close } = await clientOfBundle(await first.opened())
    const { project } = await client.projects.create({ name: 'Moved' })
    const to = join(home, 'disk')
    await expect(client.moves.plan({ to: { is: 'path', path: to } })).rejects.toMatchObject({ code: 'not-in-this-host' })
    await mkdir(to)
    await first.run(({ person }, folder) => {
      person.folder = folder
    }, to)
    const { plan } = await client.moves.plan({ to: { is: 'ask' } })
    expect(plan).toMatchObject({ from: studio, to, losesKeys: true })
    await client.moves.start({ planId: plan!.planId })
    expect(await first.ended).toBe(0)
    await close()
    expect(lastWords(first)).toMatchObject({ relaunches: [{}], uncaught: [], questions: 0, key: 'a key' })
    const before = await profile()

    const again = start()
    const after = await clientOfBundle(await again.opened())
    const { value: status } = await (await after.client.studio.changes({})).next()
    expect(status).toMatchObject({ folder: to })
    expect((await (await after.client.projects.changes({})).next()).value).toMatchObject({ changed: [{ id: project.id }] })
    expect((await (await after.client.moves.changes({})).next()).value).toMatchObject({ former: { folder: studio }, last: null })
    expect(await profile()).toBe(before)
    // A second start finds the first by the folder that it was started with.
    const second = start()
    expect(await second.ended).toBe(0)
    await after.close()
  })
})

it('a studio that was moved to a disk that is not there is told in the language of the system', async () => {
  await mkdir(studio)
  await writeMark(studio, 'moved', { id: newId(), to: join(home, 'gone'), folderId: newId() })
  const program = start({ STAND_IN_LOCALE: 'zh-CN' })
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain(`ERROR BOX Takeroom 无法打开: 工作室文件夹 ${studio} 已移动到 ${join(home, 'gone')}`)
})

describe('a lock that is refused', () => {
  async function lockOf(target: string): Promise<string> {
    const before = start()
    await before.opened()
    await before.run(({ asked }) => void setTimeout(() => asked.windows[0]!.close()))
    await before.ended
    const link = join(await profile(), 'SingletonLock')
    await symlink(target, link)
    return link
  }

  it('because a process that is dead has left it, also under an older name of this machine, is cleared', async () => {
    const link = await lockOf('older-name-4194305')
    await symlink('1234', join(await profile(), 'SingletonCookie'))
    const program = start()
    await program.opened()
    expect(await readlink(link)).toBe(`${hostname()}-${program.child.pid}`)
    expect(existsSync(join(await profile(), 'SingletonCookie'))).toBe(false)
  })

  it('because another machine has the studio open is told, and stays', async () => {
    const link = await lockOf('studio-server-4194305')
    const lock = lockFolder(studio)
    const program = start()
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain(`ERROR BOX Takeroom cannot open: Takeroom on “studio-server” may have this studio folder open. If so, close it there. If not, delete the file ${link}.`)
    expect(await readlink(link)).toBe('studio-server-4194305')
    lock.close()
  })

  it('because a process of another name of this machine lives is told, and stays', async () => {
    const link = await lockOf(`older-name-${process.pid}`)
    const program = start({ STAND_IN_LOCALE: 'zh-CN' })
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain(`Takeroom 无法打开: “older-name”`)
    expect(await readlink(link)).toBe(`older-name-${process.pid}`)
  })

  it.skipIf(process.getuid?.() === 0)('because the profile cannot be written is told', async () => {
    await lockOf('nobody-1')
    await chmod(await profile(), 0o500)
    const program = start()
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(/Takeroom cannot open: Takeroom cannot write to the folder of its window state: .*EACCES/)
    await chmod(await profile(), 0o700)
  })

  it('because a file is where the profile should be is told', async () => {
    await lockOf('nobody-1')
    const path = await profile()
    await rm(path, { recursive: true })
    await mkdir(join(home, 'other'))
    await symlink(join(home, 'gone', 'far'), path)
    const program = start()
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(/Takeroom cannot open: Takeroom cannot write to the folder of its window state/)
  })

  it('by a process that lives and opens no studio is told after a while', async () => {
    await lockOf(`${hostname()}-${process.pid}`)
    const program = start()
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain(`Another Takeroom with this studio folder is running (process ${process.pid}) but not responding.`)
  })

  it('by a program that is closing is taken when that has ended', async () => {
    const first = start()
    await first.opened()
    // As if its studio had closed already, and only the process were left.
    await first.run(({ app, asked }) => {
      app.exit = () => {}
      asked.windows[0]!.close()
    })
    const second = start()
    await expect.poll(() => second.run(() => true).catch(() => false)).toBe(true)
    first.child.kill('SIGKILL')
    await second.opened()
  })
})
