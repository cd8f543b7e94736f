/** What tests check and set of the stand-in for Electron, and how it calls its listeners. */
import type Electron from 'electron'
import type { MenuItem } from './electron-roles.ts'
import type { BrowserWindow } from './electron-windows.ts'
import { EventEmitter } from 'node:events'
import process from 'node:process'

export interface Preventable { preventDefault: () => void, readonly isPrevented: boolean }

export function createEvent(): Preventable {
  let isPrevented = false
  return {
    preventDefault() {
      isPrevented = true
    },
    get isPrevented() {
      return isPrevented
    },
  }
}

/** The recorded calls, for tests to check. */
export const asked = {
  schemes: [] as Electron.CustomScheme[],
  windows: [] as BrowserWindow[],
  opened: [] as string[],
  copied: [] as string[],
  shown: [] as string[],
  /** The files of each drag out of a window. */
  drags: [] as string[][],
  errors: [] as string[],
  questions: [] as Electron.MessageBoxOptions[],
  /** The taskbar progress last set on each window. */
  progress: [] as { share: number, mode: string | undefined }[],
  /** Active power save blockers by id. */
  awake: new Map<number, string>(),
  notices: [] as Electron.NotificationConstructorOptions[],
  menu: null as MenuItem[] | null,
  /** Menus that opened at the pointer. */
  popups: [] as MenuItem[][],
  /** Keys that main pressed in a page. */
  keys: [] as string[],
  /** Errors of listeners to native events, each an uncaught exception. */
  uncaught: [] as unknown[],
  /** How the program is to be started again once it has ended. */
  relaunches: [] as Electron.RelaunchOptions[],
  /** Options of each dialog that asked for a file or a folder. */
  places: [] as (Electron.SaveDialogOptions | Electron.OpenDialogOptions)[],
  /** What macOS was asked for. */
  mediaAccess: [] as string[],
  isSandboxed: false,
  /** The profile whose lock was asked for. */
  lockedIn: null as string | null,
  /** What was sent to the program that has the lock, for each time the lock was asked for. */
  sentToFirst: [] as (Record<string, unknown> | undefined)[],
  exitCode: Promise.withResolvers<number>(),
}

/** The answers to message boxes, by the index of the button and when it is given, and to macOS; and whether the window has the focus. */
export const person = {
  answers: 0,
  looksAtWindow: false,
  allowsMicrophone: true,
  folder: null as string | null,
  file: null as string | null,
  thinks: Promise.resolve(),
}

/** What main does to the page itself, for a host that shows the page. */
export type PageAct
  = | { readonly is: 'reload' }
    | { readonly is: 'keyDown' | 'keyUp', readonly key: string, readonly modifiers: readonly string[] }
export const acts = new EventEmitter()

/** Emits what comes from outside JavaScript: nobody catches the error of a listener. */
export function emitNative(emitter: EventEmitter, name: string, ...values: unknown[]): void {
  try {
    emitter.emit(name, ...values)
  }
  catch (error) {
    asked.uncaught.push(error)
    // Node's types list other events of a process only.
    ;(process as EventEmitter).emit('uncaughtException', error, 'uncaughtException')
  }
}

/** Makes every member throw once the native object is gone, as Electron does for all but the members named. */
export function throwWhenGone(prototype: object, isGone: (object: never) => boolean): void {
  for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || name === 'isDestroyed')
      continue
    const guard = <F extends (...values: never[]) => unknown>(run: F) => function (this: object, ...values: Parameters<F>) {
      if (isGone(this as never))
        throw new TypeError('Object has been destroyed')
      return run.apply(this, values)
    }
    Object.defineProperty(prototype, name, {
      ...own,
      ...typeof own.value === 'function' && { value: guard(own.value) },
      ...own.get && { get: guard(own.get) },
    })
  }
}
