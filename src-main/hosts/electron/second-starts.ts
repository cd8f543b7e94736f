/**
 * What another start of the same studio does, whenever it comes: brings the window to the front, with the files that it was given; once the
 * studio is closing, has it opened again afterwards. The second program itself has ended by then, so nobody else would.
 */
import type { App } from 'electron'
import type { Given } from './given-files.ts'
import process from 'node:process'
import { newId } from '../../base/ids.ts'
import { filesAmong, readGiven, withoutFiles } from './given-files.ts'
import { keepList, listIn, takeList } from './long-lists.ts'

export interface SecondStarts {
  /** What this start sends to the one that has the lock. */
  readonly data: () => Record<string, unknown>
  /** What shows the studio from now on; before that it is still opening, and shows itself. */
  showBy: (show: () => void) => void
  /** What opens files from now on, those included that came before. */
  openBy: (open: (files: readonly string[]) => void) => void
  /** The studio has begun to close: another start waits for its end. */
  close: () => void
  /** Call it right before the program ends. Starts it again where that was asked for in the meantime. */
  reopen: () => Promise<void>
  /** The program starts again when it has ended, as if it had been asked for. */
  startAgain: () => void
}

export interface StartWords {
  /** Those behind the program, and behind the folder of the app where that is one of them. */
  readonly own: readonly string[]
  /** How many words of a start come before those: the program, and in a checkout the folder of the app. */
  readonly before: 1 | 2
  /** Where this start looks for relative names. */
  readonly folder: string
  readonly platform: NodeJS.Platform
  readonly profile: () => string
}

/** Call it before the lock is asked for: a second start may come at once. `env` is what the program was started with. */
export function createSecondStarts(app: App, env: NodeJS.ProcessEnv, words: StartWords): SecondStarts {
  let show = (): void => {}
  let open: ((files: readonly string[]) => void) | null = null
  let isClosing = false
  let isWanted = false
  let waiting: string[] = []
  /** Chromium tells of a start each time it asks for the lock. */
  const seen = new Set<string>()
  const list = listIn(words.own)
  const own: Given = { id: list ?? newId(), files: list === null ? filesAmong(words.own, words) : [] }

  function take(files: readonly string[]): void {
    if (open !== null && !isClosing)
      open(files)
    else
      waiting.push(...files)
  }

  function takeOnce({ id, files }: Given): void {
    if (!seen.has(id))
      take(files)
    seen.add(id)
  }

  function onStart(): void {
    isWanted = isClosing
    if (!isClosing)
      show()
  }
  app.on('second-instance', (_event, _argv, _folder, data?: unknown) => {
    const id = typeof data === 'object' && data !== null && 'list' in data && typeof data.list === 'string' ? data.list : null
    const given = id === null ? readGiven(data) : takeList(words.profile(), id)
    if (given)
      takeOnce(given)
    onStart()
  })
  // macOS does not start a program twice: it tells the one that runs.
  app.on('activate', onStart)
  app.on('open-file', (event, path) => {
    event.preventDefault()
    take([path])
    onStart()
  })

  return {
    data: () => list === null ? { ...own } : { list },
    showBy(act) {
      show = act
    },
    openBy(act) {
      takeOnce((list === null ? null : takeList(words.profile(), list)) ?? own)
      open = act
      if (waiting.length > 0)
        act(waiting)
      waiting = []
    },
    close() {
      isClosing = true
    },
    startAgain() {
      isWanted = true
    },
    async reopen() {
      if (!isWanted)
        return
      // The new program inherits the environment, from which the studio has taken its key.
      if (env.TAKEROOM_API_KEY !== undefined)
        process.env.TAKEROOM_API_KEY = env.TAKEROOM_API_KEY
      await startAgain(app, env, words, { id: newId(), files: waiting })
    },
  }
}

/** The program of an AppImage is in a folder that goes with it. */
export async function startAgain(app: App, env: NodeJS.ProcessEnv, words: StartWords, given: Given): Promise<void> {
  const before = process.argv.slice(1, words.before)
  const switches = withoutFiles(words.own).filter(word => listIn([word]) === null)
  // On a full disk the files are named again, as many as a command line takes.
  const list = given.files.length > 0 ? await keepList(words.profile(), given).then(word => [word], () => ['--', ...given.files]) : []
  const args = [...before, ...switches, ...list]
  app.relaunch({ args, ...env.APPIMAGE ? { execPath: env.APPIMAGE } : {} })
}

/** What this start was given, for the one that takes its place. */
export function givenIn(words: StartWords): Given {
  return { id: newId(), files: filesAmong(words.own, words) }
}
