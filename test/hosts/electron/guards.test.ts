/** What a page in the app may do: nothing that is not listed, and no page but our own may do that. */
import type { App, Session } from 'electron'
import { EventEmitter } from 'node:events'
import process from 'node:process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { guardPages, guardSession } from '../../../src-main/hosts/electron/guards.ts'
import { isOwn, isPage } from '../../../src-main/hosts/electron/origin.ts'

const opened = vi.hoisted(() => [] as string[])
vi.mock('electron', () => ({ shell: { openExternal: async (address: string) => void opened.push(address) } }))

const own = 'takeroom://studio/'
const foreign = [
  'https://example.com/',
  'http://studio/',
  'takeroom://studio.example.com/',
  'takeroom://other/',
  'takeroom://a@studio/',
  'takeroom://a:b@studio/',
  'file:///etc/passwd',
  'about:blank',
  'javascript:alert(1)',
  'data:text/html,x',
  'no address',
  '',
]

describe('an address', () => {
  it('is our own with our scheme and host alone', () => {
    expect([own, `${own}#/script`, `${own}assets/index.js`].map(isOwn)).toEqual([true, true, true])
    expect(foreign.filter(isOwn)).toEqual([])
  })

  it('is the page in each of its rooms, and none of its files', () => {
    expect([own, `${own}#/script/1`].map(isPage)).toEqual([true, true])
    expect([...foreign, `${own}assets/index.js`, `${own}?page=2`, `${own}index.html`].filter(isPage)).toEqual([])
  })
})

type Ask = (contents: unknown, permission: string, answer: (isGranted: boolean) => void, details: object) => void
type Check = (contents: unknown, permission: string, origin: string, details: object) => boolean

function guarded(askForMediaAccess: () => Promise<boolean> = async () => true) {
  let [ask, check, device]: [Ask | null, Check | null, (() => boolean) | null] = [null, null, null]
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: Ask) => void (ask = handler),
    setPermissionCheckHandler: (handler: Check) => void (check = handler),
    setDevicePermissionHandler: (handler: () => boolean) => void (device = handler),
  })
  const saved: string[] = []
  guardSession(session as unknown as Session, { askForMediaAccess }, item => saved.push(item.getURL()))
  const at = (address: string) => ({ getURL: () => address })
  return {
    session,
    saved,
    device: () => device!(),
    asks: (permission: string, { page = own, from = own, isMainFrame = true, mediaTypes = undefined as string[] | undefined } = {}) =>
      new Promise<boolean>(resolve => ask!(at(page), permission, resolve, { requestingUrl: from, isMainFrame, mediaTypes })),
    checks: (permission: string, { page = own as string | null, from = own, isMainFrame = true, mediaType = '' } = {}) =>
      check!(page === null ? null : at(page), permission, from, { isMainFrame, mediaType }),
  }
}

describe('a permission', () => {
  it('is given to our page for full screen, for copying text and for the microphone', async () => {
    const { asks, checks } = guarded()
    for (const permission of ['fullscreen', 'clipboard-sanitized-write'])
      expect([await asks(permission), checks(permission)]).toEqual([true, true])
    expect([await asks('media', { mediaTypes: ['audio'] }), checks('media', { mediaType: 'audio' })]).toEqual([true, true])
  })

  it('is refused for everything else: a camera, also together with the microphone, and each device', async () => {
    const { asks, checks, device } = guarded()
    const others = ['geolocation', 'notifications', 'midi', 'openExternal', 'clipboard-read', 'display-capture', 'usb', 'unknown']
    for (const permission of others)
      expect([await asks(permission), checks(permission)], permission).toEqual([false, false])
    for (const mediaTypes of [['video'], ['audio', 'video'], [], undefined])
      expect(await asks('media', { mediaTypes })).toBe(false)
    expect([checks('media', { mediaType: 'video' }), checks('media'), device()]).toEqual([false, false, false])
  })

  it('is refused to another page, to a frame, and where the page is gone', async () => {
    const { asks, checks } = guarded()
    for (const address of foreign) {
      expect([await asks('fullscreen', { page: address }), await asks('fullscreen', { from: address })], address).toEqual([false, false])
      expect([checks('fullscreen', { page: address }), checks('fullscreen', { from: address })], address).toEqual([false, false])
    }
    expect([await asks('fullscreen', { isMainFrame: false }), checks('fullscreen', { isMainFrame: false })]).toEqual([false, false])
    expect(checks('fullscreen', { page: null })).toBe(false)
  })

  it('for the microphone is what macOS says, and refused where it does not answer', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!
    onTestFinished(() => void Object.defineProperty(process, 'platform', platform))
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' })
    const answers = [async () => true, async () => false, async () => Promise.reject(new Error('no answer'))]
    expect(await Promise.all(answers.map(answer => guarded(answer).asks('media', { mediaTypes: ['audio'] })))).toEqual([true, false, false])
  })
})

it('only what the page made itself is saved', () => {
  const { session, saved } = guarded()
  const download = (url: string) => {
    const event = { preventDefault: vi.fn() }
    session.emit('will-download', event, { getURL: () => url })
    return event.preventDefault.mock.calls.length > 0
  }
  const ours = [`blob:${own}1234`, `${own}texts/script.txt`]
  expect(ours.map(download)).toEqual([false, false])
  for (const url of [...foreign, 'blob:https://example.com/1234'])
    expect(download(url), url).toBe(true)
  expect(saved).toEqual(ours)
})

describe('a page', () => {
  function pageAt(address: string) {
    const app = new EventEmitter()
    guardPages(app as unknown as App)
    let open: ((details: { url: string }) => { action: string }) | undefined
    const contents = Object.assign(new EventEmitter(), {
      getURL: () => address,
      setWindowOpenHandler: (handler: typeof open) => void (open = handler),
    })
    app.emit('web-contents-created', {}, contents)
    const isStopped = (name: string, has: object = {}): boolean => {
      const event = { preventDefault: vi.fn(), isMainFrame: true, ...has }
      contents.emit(name, event)
      return event.preventDefault.mock.calls.length > 0
    }
    return { isStopped, open: (url: string) => open!({ url }) }
  }

  it('of ours may load itself again, and goes nowhere else', () => {
    const { isStopped } = pageAt(`${own}#/script`)
    for (const name of ['will-navigate', 'will-frame-navigate']) {
      expect(isStopped(name, { url: own })).toBe(false)
      expect(isStopped(name, { url: own, isMainFrame: false })).toBe(true)
      for (const url of [...foreign, `${own}assets/index.js`])
        expect(isStopped(name, { url }), url).toBe(true)
    }
    expect([isStopped('will-redirect', { url: own }), isStopped('will-attach-webview')]).toEqual([true, true])
  })

  it('that is not ours does not come to ours', () => {
    expect(pageAt('https://example.com/').isStopped('will-navigate', { url: own })).toBe(true)
  })

  it('opens no window; an address of ffmpeg alone opens in the browser', async () => {
    const { open } = pageAt(own)
    const allowed = ['https://ffmpeg.org/download.html', 'https://www.ffmpeg.org/']
    const alike = ['http://ffmpeg.org/', 'https://a@ffmpeg.org/', 'https://ffmpeg.org.example.com/', 'https://ffmpeg.org:8443/']
    const refused = [...foreign, own, ...alike]
    expect([...allowed, ...refused].map(url => open(url).action)).toEqual([...allowed, ...refused].map(() => 'deny'))
    await expect.poll(() => opened).toEqual(allowed)
  })
})
