/**
 * The built Electron bundles with the stand-in: restrictions of the window, who gets the port, and quitting.
 *
 * @module-tag wide
 */
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import type { StudioClient } from '#contract/index.ts'
import type { StudioStatus } from '#contract/studio.ts'
import type { ModelId, RequestId } from '#contract/words.ts'
import type { Page, StandIn } from '../../kit/electron-stand-in-loader.ts'
import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { safe } from '@orpc/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { practiceAccountId } from '../../../src-main/accounts/accounts.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { postFile } from '../../../src-renderer/wire/import-file.ts'
import { allItems } from '../../kit/electron-roles.ts'
import { loadMain, loadPage } from '../../kit/electron-stand-in-loader.ts'
import { clientOverPort } from '../../kit/wire-client.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string
let electron: StandIn
/** The program's handlers for uncaught exceptions. */
let ownListeners: () => NodeJS.UncaughtExceptionListener[]

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'bin', 'takeroom.mjs'), 'build'])
  folder = await mkdtemp(join(tmpdir(), 'takeroom-electron-'))
  process.env.TAKEROOM_FOLDER = join(folder, 'studio')
  process.env.TAKEROOM_API_KEY = 'a-key-that-no-opened-program-gets'
  process.env.STAND_IN_HOME = folder
  process.env.STAND_IN_USERDATA = join(folder, 'settings')
  const others = process.listeners('uncaughtException')
  ownListeners = () => process.listeners('uncaughtException').filter(listener => !others.includes(listener))
  electron = loadMain()
  await until(() => electron.asked.windows.length === 1 || electron.asked.errors.length > 0)
  expect(electron.asked.errors).toEqual([])
})
afterAll(async () => {
  ownListeners().forEach(listener => process.off('uncaughtException', listener))
  await rm(folder, { recursive: true, force: true })
})

const ownAddress = 'takeroom://studio/'
const theWindow = (): StandIn['asked']['windows'][number] => electron.asked.windows[0] as never // beforeAll waited for it.
function fetchOwn(path: string, init?: RequestInit): Promise<Response> {
  return Promise.resolve(
    electron.session.defaultSession.handles.get('takeroom')?.(
      new Request(`takeroom://studio${path}`, init),
    ) as Response | Promise<Response>,
  )
} // The first test shows that there is a handler.

describe('the window', () => {
  it('keeps the key of the environment from the programs that open links', () => {
    expect(process.env.TAKEROOM_API_KEY).toBeUndefined()
  })

  it('has exactly these preferences, and they cannot be changed', () => {
    const { webPreferences, minWidth, minHeight, show } = theWindow().options
    expect({ webPreferences, minWidth, minHeight, show }).toEqual({
      minWidth: 760,
      minHeight: 540,
      show: false,
      webPreferences: {
        preload: join(root, 'out', 'preload', 'index.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: true,
      },
    })
    expect(Object.isFrozen(webPreferences)).toBe(true)
    expect(electron.asked.isSandboxed).toBe(true)
    expect(theWindow().loaded).toEqual([ownAddress])
  })

  it('cannot navigate away from its page', () => {
    const contents = theWindow().webContents
    setMain(contents, ownAddress)

    for (const url of ['https://example.com/', 'takeroom://studio/media/abc', 'takeroom://studio/?x', 'takeroom://other/', 'file:///etc/passwd', 'not an address'])
      expect(contents.navigateFromPage(url), url).toBe(false)
    expect(contents.navigateFromPage(ownAddress, { isMainFrame: false }), 'a frame inside the page').toBe(false)
    for (const name of ['will-redirect', 'will-attach-webview']) {
      const event = electron.createEvent()
      contents.emit(name, Object.assign(event, { url: ownAddress, isMainFrame: true }))
      expect(event.isPrevented, name).toBe(true)
    }
    setMain(contents, 'https://example.com/')
    expect(contents.navigateFromPage(ownAddress), 'from another page').toBe(false)
  })

  it('reloads when the page asks for it, as both of its reload buttons do', async () => {
    const contents = theWindow().webContents
    const before = setMain(contents, `${ownAddress}#/library`)
    expect(contents.navigateFromPage(`${ownAddress}#/library`)).toBe(true)
    expect(contents.mainFrame).not.toBe(before)
    const page = await loadPage(electron, contents, contents.mainFrame)
    expect(page.messages).toMatchObject([{ data: { takeroom: 'port' } }])
  })

  it('opens no other window, and passes only allowed addresses to the browser', async () => {
    // The handler reads only the address.
    const open = (url: string): unknown => theWindow().webContents.windowOpenHandler?.({ url } as never)
    const refused = [
      'https://example.com/',
      'http://ffmpeg.org/',
      'https://ffmpeg.org.evil.test/',
      'https://user@ffmpeg.org/',
      'https://ffmpeg.org:8443/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'takeroom://studio/',
      'not an address',
    ]
    for (const url of [...refused, 'https://ffmpeg.org/download.html'])
      expect(open(url), url).toEqual({ action: 'deny' })
    await until(() => electron.asked.opened.length > 0)
    expect(electron.asked.opened).toEqual(['https://ffmpeg.org/download.html'])
  })

  it('reloads when the page\'s process dies, but not endlessly', () => {
    const contents = theWindow().webContents
    for (let death = 0; death < 6; death += 1)
      contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    contents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    expect(contents.reloads).toBe(3)
  })
})

describe('the profile', () => {
  it('is one of this studio alone, also for what the page keeps, and holds the lock against a second start', () => {
    const profile = electron.app.getPath('userData')
    expect(profile).toMatch(/settings-[\da-f]{12}$/)
    expect([electron.asked.lockedIn, electron.app.getPath('sessionData')]).toEqual([profile, profile])
  })

  it('brings the window to the front when the same studio is opened again', () => {
    const shown = theWindow().raised
    electron.app.emit('second-instance')
    expect(theWindow().raised).toBe(shown + 1)
  })
})

describe('permissions', () => {
  const all = [
    'media',
    'fullscreen',
    'clipboard-sanitized-write',
    'geolocation',
    'notifications',
    'midi',
    'midiSysex',
    'pointerLock',
    'clipboard-read',
    'display-capture',
    'openExternal',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'idle-detection',
    'local-network-access',
    'loopback-network',
    'storage-access',
    'speaker-selection',
    'unknown',
  ]

  async function asks(
    permission: string,
    { address = ownAddress, isMainFrame = true, mediaTypes = ['audio'] } = {},
  ): Promise<{ request: boolean, check: boolean }> {
    const { requestHandler, checkHandler } = electron.session.defaultSession
    const contents = new electron.WebContents()
    contents.mainFrame = new electron.Frame(address)
    // The stand-in's contents have the members that the guards use.
    const request = await new Promise<boolean>(resolve =>
      requestHandler?.(contents as never, permission as never, resolve, { requestingUrl: address, isMainFrame, mediaTypes } as never))
    const check = checkHandler?.(
      contents as never,
      permission as never,
      address,
      { requestingUrl: address, isMainFrame, mediaType: mediaTypes[0] } as never,
    )
    return { request, check: check ?? true }
  }

  it('for the microphone is asked of macOS, too, and what that says counts', async () => {
    const { platform } = process
    const answers: boolean[] = []
    const contents = new electron.WebContents()
    contents.mainFrame = new electron.Frame(ownAddress)
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    try {
      for (const isAllowed of [false, true]) {
        electron.person.allowsMicrophone = isAllowed
        await new Promise<void>((resolve) => {
          electron.session.defaultSession.requestHandler?.(contents as never, 'media', (isGranted) => {
            answers.push(isGranted)
            resolve()
          }, { requestingUrl: ownAddress, isMainFrame: true, mediaTypes: ['audio'] } as never) // The members that the guards use.
        })
      }
    }
    finally {
      Object.defineProperty(process, 'platform', { value: platform })
    }
    expect(answers).toEqual([false, true])
    expect(electron.asked.mediaAccess).toEqual(['microphone', 'microphone'])
  })

  it('are granted for microphone, full screen and copying, and for nothing else', async () => {
    const given: string[] = []
    for (const permission of all) {
      const { request, check } = await asks(permission)
      expect(request, permission).toBe(check)
      given.push(...request ? [permission] : [])
    }
    expect(given).toEqual(['media', 'fullscreen', 'clipboard-sanitized-write'])
    expect(await asks('media', { mediaTypes: ['video'] })).toEqual({ request: false, check: false })
    expect((await asks('media', { mediaTypes: ['audio', 'video'] })).request).toBe(false)
  })

  it.each([
    'https://example.com/',
    'takeroom://other/',
    'takeroom://studio.evil.test/',
    'http://studio/',
    'about:blank',
    'file:///',
    '',
  ])('are never granted to %j', async (address) => {
    for (const permission of all)
      expect(await asks(permission, { address }), permission).toEqual({ request: false, check: false })
  })

  it('are granted to no frame inside the page, to no worker and for no device', async () => {
    for (const permission of all)
      expect(await asks(permission, { isMainFrame: false }), permission).toEqual({ request: false, check: false })
    const { checkHandler, deviceHandler } = electron.session.defaultSession
    // As above.
    expect(checkHandler?.(
      null,
      'media',
      ownAddress,
      { isMainFrame: true, requestingUrl: ownAddress, mediaType: 'audio' } as never,
    )).toBe(false)
    expect(deviceHandler?.({} as never)).toBe(false) // The handler ignores its argument.
  })

  it('let a page save its own blobs, outside the studio folder alone, and nothing from elsewhere', async () => {
    const items: (EventEmitter & { path: string })[] = []
    const isPrevented = (url: string): boolean => {
      const event = electron.createEvent()
      const received = Object.assign(new EventEmitter(), { path: '' })
      const item = Object.assign(received, {
        getURL: () => url,
        getFilename: () => 'report.txt',
        setSavePath(path: string) {
          received.path = path
          items.push(received)
        },
      })
      electron.session.defaultSession.emit('will-download', event, item)
      return event.isPrevented
    }
    expect([
      'blob:takeroom://studio/1',
      'takeroom://studio/media/x',
      'https://example.com/x.exe',
      'blob:https://example.com/1',
      'data:text/plain,x',
    ].map(isPrevented)).toEqual([false, false, true, true, true])
    electron.person.file = join(folder, 'studio', 'library.db')
    electron.person.answers = 0
    const [item] = items
    await mkdir(dirname(item?.path ?? ''), { recursive: true })
    await writeFile(item?.path ?? '', 'words')
    item?.emit('done', {}, 'completed')
    await until(() => electron.asked.questions.length === 1)
    expect(electron.asked.questions).toMatchObject([{ message: `“${electron.person.file}” is inside the studio folder.` }])
    expect(electron.asked.places).toMatchObject([{ title: 'Save as', defaultPath: 'report.txt' }])
    expect((await readFile(electron.person.file)).subarray(0, 6).toString()).toBe('SQLite')
    Object.assign(electron.person, { file: null })
    electron.asked.questions.length = 0
  })
})

describe('the scheme', () => {
  it('is a standard, secure, streaming scheme that supports fetch, with no other privilege', () => {
    expect(electron.asked.schemes).toEqual([
      { scheme: 'takeroom', privileges: { standard: true, secure: true, stream: true, supportFetchAPI: true, codeCache: true } },
    ])
    expect([...electron.session.defaultSession.handles.keys()]).toEqual(['takeroom'])
  })

  it('serves the page with a policy that allows nothing from elsewhere', async () => {
    const answer = await fetchOwn('/')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const own = `'self' takeroom://studio`
    expect(answer.headers.get('content-security-policy')).toBe([
      `default-src 'none'`,
      `script-src ${own} 'wasm-unsafe-eval'`,
      `style-src ${own} 'unsafe-inline'`,
      `img-src ${own} blob: data:`,
      `media-src ${own} blob:`,
      `font-src ${own}`,
      `manifest-src ${own}`,
      `connect-src ${own}`,
      `worker-src ${own}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toBe(await readFile(join(root, 'out', 'renderer', 'index.html'), 'utf8'))
  })

  it.each([
    ['another host', 'takeroom://other/', {}, 403],
    ['another origin', 'takeroom://studio/', { headers: { Origin: 'https://example.com' } }, 403],
    ['a file that is not the page\'s', 'takeroom://studio/package.json', {}, 404],
    ['a path to a parent folder', 'takeroom://studio/..%2f..%2fpackage.json', {}, 404],
    ['an invalid reference', 'takeroom://studio/media/abc', {}, 404],
    ['writing to the page', 'takeroom://studio/', { method: 'POST' }, 405],
    ['reading the import route', 'takeroom://studio/import', {}, 405],
    ['a form at the import route', 'takeroom://studio/import', { method: 'POST', body: 'x' }, 415],
  ])('refuses %s', async (_, address, init, status) => {
    const answer = await electron.session.defaultSession.handles.get('takeroom')?.(new Request(address, init))
    expect(answer?.status).toBe(status)
  })

  it('imports a file and serves it back by range', async () => {
    const { client } = await openPage()
    const received = await fetchOwn('/import', {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': encodeURIComponent('雨.wav') },
      body: makeWav(),
    })
    const { ticket } = await received.json() as { ticket: never } // The call below checks it.
    const { take } = await client.takes.import({ ticket, projectId: null })
    expect(take.title).toContain('雨')
    const { urls: [url = ''] } = await client.studio.media({ refs: [{ of: 'asset', assetId: take.asset.id, variant: 'original' }] })
    expect(url).toMatch(/^takeroom:\/\/studio\/media\/[\w-]+$/)
    const part = await fetchOwn(url.slice('takeroom://studio'.length), { headers: { Range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])

    const what = { items: [{ of: 'take' as const, takeId: take.id }], template: '{title}' }
    await client.saving.drag(what)
    const [[dragged = ''] = []] = electron.asked.drags
    expect(await readFile(dragged)).toEqual(Buffer.from(makeWav()))
    expect(await client.saving.toFolder(what)).toEqual({ saved: null })
    electron.person.folder = join(folder, 'elsewhere')
    const { saved } = await client.saving.toFolder(what)
    expect(await readdir(saved?.folder ?? '')).toEqual(['雨.wav'])
    // The next dialog begins where this one ended, also one of the other kind.
    electron.person.file = join(folder, 'elsewhere', 'rain.wav')
    expect(await client.saving.toFile(what)).toEqual({ saved: { path: electron.person.file }, missing: [] })
    expect(await readFile(electron.person.file)).toEqual(Buffer.from(makeWav()))
    expect(electron.asked.places.at(-1)).toMatchObject({ title: 'Save as', defaultPath: join(folder, 'elsewhere', '雨.wav') })
    await client.saving.toFolder(what)
    expect(electron.asked.places.at(-1)).toMatchObject({ title: 'Save in a folder', defaultPath: join(folder, 'elsewhere') })
  })
})

describe('an upload of the page', () => {
  const upload = (file: File): Promise<unknown> => {
    // The page's own code, whose addresses are relative to it.
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const { status, headers, body } = await electron.session.defaultSession.fetch(`takeroom://studio${path}`, init)
      return new Response(body && await buffer(body), { status, headers })
    })
    return postFile(file, null).finally(() => vi.unstubAllGlobals())
  }

  it('never puts the whole file into main', async () => {
    electron.session.defaultSession.largestPieceBytes = 0
    const rest = new Uint8Array(9 * 2 ** 20)
    const ticket = await upload(new File([makeWav(), rest], 'long.wav'))
    const { client } = await openPage()
    const { take } = await client.takes.import({ ticket: ticket as never, projectId: null })
    expect(take.asset.sizeBytes).toBe(makeWav().byteLength + rest.byteLength)
    expect(electron.session.defaultSession.largestPieceBytes).toBeLessThanOrEqual(4 * 2 ** 20)
  })

  it('of an empty file is refused as empty', async () => {
    await expect(upload(new File([], 'nothing.wav'))).rejects.toMatchObject({
      code: 'unsupported-file',
      data: { name: 'nothing.wav', found: 'inode/x-empty' },
    })
  })
})

describe('a page that hangs up', () => {
  it('ends the reading of what it asked for', async () => {
    const { client } = await openPage()
    const received = await fetchOwn('/import', {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'long.wav' },
      body: new Blob([makeWav(), new Uint8Array(3 * 2 ** 20)]),
    })
    const { ticket } = await received.json() as { ticket: never } // The call below checks it.
    const { take } = await client.takes.import({ ticket, projectId: null })
    const { urls: [url = ''] } = await client.studio.media({ refs: [{ of: 'asset', assetId: take.asset.id, variant: 'original' }] })
    const openFiles = async (): Promise<number> =>
      (await Promise.all((await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => ''))))
        .filter(path => path.includes(`${folder}/studio/assets`))
        .length
    const { body } = await electron.session.defaultSession.fetch(url)
    await once(body as Readable, 'readable')
    expect(await openFiles()).toBe(1)
    body?.destroy()
    await expect.poll(openFiles).toBe(0)
  })
})

describe('the network', () => {
  it('is reached through the proxy of the system, as Chromium resolves it for the address', async () => {
    const asked = Promise.withResolvers<string>()
    const proxy = createServer(socket => socket.once('data', (bytes) => {
      asked.resolve(String(bytes).split('\r\n')[0] ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    }))
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    electron.session.defaultSession.proxies = `PROXY 127.0.0.1:${(proxy.address() as AddressInfo).port}; DIRECT` // A TCP address.
    const { client } = await openPage()
    const answer = safe(client.accounts.connect({ name: 'Service', baseUrl: 'https://service.example/v1' as never, key: 'a-key' }))
    expect(await asked.promise).toBe('CONNECT service.example:443 HTTP/1.1')
    expect((await answer).error).not.toBeNull()
    electron.session.defaultSession.proxies = 'DIRECT'
    proxy.close()
  })
})

describe('the port', () => {
  it('reaches the page, and the preload script exposes nothing else', async () => {
    const { page } = await openPage()
    expect(page.messages).toMatchObject([{ data: { takeroom: 'port' } }])
    expect(page.messages[0]?.ports).toHaveLength(1)
    expect(page.exposed()).toEqual([])
  })

  it('reaches every procedure of the contract, and each checks its input', async () => {
    // Looked up by name.
    const open = (await openPage()).client as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    for (const [room, verbs] of Object.entries(contract)) {
      for (const verb of Object.keys(verbs)) {
        const { error } = await safe(open[room]?.[verb]?.('not an object') as Promise<unknown>) // The names come from the contract.
        expect(error, `${room}.${verb}`).toMatchObject({ code: 'BAD_REQUEST' })
      }
    }
  })

  it('is new after a reload, and calls waiting on the old one end', async () => {
    const first = await openPage()
    const feed = await first.client.studio.changes({})
    expect((await feed.next()).value).toMatchObject({ host: 'electron' })
    const closed = new Promise(resolve => first.port.once('close', resolve))
    const second = await openPage()
    await closed
    expect((await (await second.client.studio.changes({})).next()).value).toMatchObject({ host: 'electron' })
  })

  it.each<[string, (contents: StandIn['WebContents']['prototype']) => { sender: unknown, senderFrame: unknown }]>([
    ['a frame inside the page', contents => ({ sender: contents, senderFrame: new electron.Frame(ownAddress, contents.mainFrame) })],
    ['a page of another origin', contents => ({ sender: contents, senderFrame: setMain(contents, 'https://example.com/') })],
    ['an empty page', contents => ({ sender: contents, senderFrame: setMain(contents, 'about:blank') })],
    [
      'a look-alike address',
      contents => ({ sender: contents, senderFrame: setMain(contents, 'takeroom://studio.evil.test/') }),
    ],
    ['another window', () => {
      const other = new electron.WebContents()
      return { sender: other, senderFrame: setMain(other, ownAddress) }
    }],
    ['a removed frame', contents => ({ sender: contents, senderFrame: null })],
    ['a frame that is no longer the window\'s', (contents) => {
      const old = setMain(contents, ownAddress)
      setMain(contents, ownAddress)
      return { sender: contents, senderFrame: old }
    }],
  ])('is not given to %s', async (_, from) => {
    const contents = theWindow().webContents
    const event = from(contents)
    let given = 0
    if (event.senderFrame instanceof electron.Frame) {
      event.senderFrame.renderer.on('takeroom:port', () => {
        given += 1
      })
    }
    electron.ipcMain.emit('takeroom:ask-port', event)
    await sleep(0)
    expect(given).toBe(0)
  })
})

describe('the menu and the notices', () => {
  it('has its five menus, and shows the studio folder', () => {
    expect(electron.asked.menu?.map(item => item.label)).toEqual(['File', 'Edit', 'View', 'Window', 'Help'])
    const show = allItems(electron.asked.menu ?? []).find(item => item.label === 'Show studio folder')
    show?.click?.(undefined as never, undefined, undefined as never) // The item ignores its arguments.
    expect(electron.asked.shown).toEqual([join(folder, 'studio', 'library.db')])
  })
})

describe('while work is in progress', () => {
  it('shows the progress in the taskbar, and a notification when it is done', async () => {
    const { client } = await openPage()
    const queued = await speakOnPractice(client, 'A line of the program itself.')
    expect(queued.jobIds).toHaveLength(1)
    await until(() => electron.asked.progress.at(-1)?.share === -1 && electron.asked.notices.length > 0)
    expect(electron.asked.progress.some(({ share, mode }) => share >= 0 && mode === 'normal')).toBe(true)
    expect(electron.asked.notices.at(-1))
      .toEqual({ title: 'All jobs finished', body: '“A line of the program itself.”', icon: theWindow().options.icon })
    expect((await readFile(String(theWindow().options.icon))).toString('latin1', 1, 4)).toBe('PNG')
    expect([...electron.asked.awake.values()], 'the machine may sleep again').toEqual([])
  })

  it('keeps a notification until it is clicked, however late, and tells when the system refuses one', async () => {
    const raised = theWindow().raised
    expect(await electron.clickNotice()).toBe(true)
    expect(theWindow().raised).toBe(raised + 1)
    const { client } = await openPage()
    const feed = await client.studio.changes({})
    expect((await feed.next()).value).toMatchObject({ noticesFailure: null })
    electron.Notification.failsWith = 'Notifications are not allowed for this application'
    await speakOnPractice(client, 'Another line.')
    // The feed does not end.
    const told = async (): Promise<string | null> => ((await feed.next()).value as StudioStatus).noticesFailure
    let failure = await told()
    while (failure === null)
      failure = await told()
    expect(failure).toBe('Notifications are not allowed for this application')
    electron.Notification.failsWith = null
  })
})

describe('after an uncaught exception', () => {
  it('says what to do, names the reference in the log, and ends', async () => {
    for (const listener of ownListeners())
      listener(new Error('out of the blue'), 'uncaughtException')
    expect(await electron.asked.exitCode.promise).toBe(1)
    const reference = /^Takeroom needs to close: .* folder, (\w{8})\.$/.exec(electron.asked.errors.splice(0).join())?.[1]
    expect(await readFile(join(folder, 'studio', 'logs', 'host.log'), 'utf8')).toMatch(
      new RegExp(`"program-failed".*"reference":"${reference}".*out of the blue`),
    )
    // The stand-in does not exit.
    electron.asked.exitCode = Promise.withResolvers()
  })
})

// Last, because the program ends here.
describe('quitting', () => {
  it('closes the studio before the program exits, and saves the window position', async () => {
    theWindow().close()
    expect(await electron.asked.exitCode.promise).toBe(0)
    expect(electron.asked.questions).toEqual([])
    expect(JSON.parse(await readFile(join(electron.app.getPath('userData'), 'window.json'), 'utf8'))).toEqual({
      // Centred on a screen of 1920 × 1080.
      place: { bounds: { x: 240, y: 90, width: 1440, height: 900 }, isMaximized: false },
      folder: join(folder, 'elsewhere'),
    })
    expect(electron.asked.uncaught).toEqual([])
    expect(await readFile(join(folder, 'studio', 'logs', 'host.log'), 'utf8')).toContain('"event":"host-started"')
  })
})

function setMain(contents: StandIn['WebContents']['prototype'], url: string): InstanceType<StandIn['Frame']> {
  contents.mainFrame = new electron.Frame(url)
  return contents.mainFrame
}

async function openPage(): Promise<{ page: Page, port: MessagePort, client: StudioClient }> {
  const contents = theWindow().webContents
  const page = await loadPage(electron, contents, setMain(contents, ownAddress))
  const port = page.messages[0]?.ports[0] as MessagePort // The stand-in passes a port of Node.
  return { page, port, client: clientOverPort(port) }
}

function speakOnPractice(client: StudioClient, text: string): ReturnType<StudioClient['make']['speech']> {
  return client.make.speech({
    requestId: newId<RequestId>(),
    accountId: practiceAccountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
}

/** A tenth of a second of silence: PCM s16le, mono, 24 kHz. */
function makeWav(): Uint8Array<ArrayBuffer> {
  const wav = new DataView(new ArrayBuffer(44 + 4800))
  const text = (at: number, letters: string): void =>
    [...letters].forEach((letter, index) => wav.setUint8(at + index, letter.charCodeAt(0)))
  text(0, 'RIFF')
  wav.setUint32(4, 36 + 4800, true)
  text(8, 'WAVEfmt ')
  wav.setUint32(16, 16, true)
  wav.setUint16(20, 1, true)
  wav.setUint16(22, 1, true)
  wav.setUint32(24, 24_000, true)
  wav.setUint32(28, 48_000, true)
  wav.setUint16(32, 2, true)
  wav.setUint16(34, 16, true)
  text(36, 'data')
  wav.setUint32(40, 4800, true)
  return new Uint8Array(wav.buffer)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo())
    await sleep(5)
}
