/** System notifications, progress on the taskbar icon, keeping the machine awake, and what it is powered by. */
import type { BrowserWindow } from 'electron'
import type { HostPorts } from '../../studio/ports.ts'
import type { Texts } from './texts.ts'
import process from 'node:process'
import { Notification, powerMonitor, powerSaveBlocker } from 'electron'

/** More are not looked at any more: a click on an older one does nothing. */
const mostKept = 50

/** `icon` is the path of a picture; `window` returns the open window; `texts` the sentences in the user's language. */
export function createNotices(
  icon: string,
  window: () => BrowserWindow | null,
  texts: (language: Parameters<HostPorts['tell']>[1]) => Texts,
): Pick<HostPorts, 'tell' | 'showProgress' | 'stayAwake' | 'isOnBattery' | 'notices'> {
  let blocker: number | null = null
  let failure: string | null = null
  const listeners = new Set<() => void>()
  /** Those that may still be clicked: nothing else keeps the object that would hear of it. */
  const kept = new Set<Notification>()

  function turn(to: string | null): void {
    if (to === failure)
      return
    failure = to
    listeners.forEach(listener => listener())
  }

  return {
    tell({ about, count, failed, title }, language) {
      // A focused window shows it itself.
      if (window()?.isFocused() || !Notification.isSupported())
        return
      const words = texts(language)
      // macOS shows the program's own next to it.
      const shown = process.platform === 'darwin' ? {} : { icon }
      const notice = new Notification(about === 'ended'
        ? { ...shown, title: failed === 0 ? words.workEnded : words.workEndedWithFailures, body: words.endedOf(title, count, failed) }
        : { ...shown, title: words.needsYou, body: words.needsYouFor(title, count) })
      const forget = (): boolean => kept.delete(notice)
      notice.on('click', () => {
        forget()
        const open = window()
        if (open?.isMinimized())
          open.restore()
        open?.show()
        open?.focus()
      })
      // macOS and Windows keep it among the others when its banner closes, and it may be clicked there.
      notice.on('failed', (_, said) => {
        forget()
        turn(said)
      })
      notice.on('show', () => turn(null))
      kept.add(notice)
      const [oldest] = kept
      if (kept.size > mostKept && oldest)
        kept.delete(oldest)
      notice.show()
    },
    notices: { failure: () => failure, onChange: listener => void listeners.add(listener) },
    showProgress(progress) {
      // A negative value removes the bar. Modes appear where the system supports them.
      if (progress === null) {
        window()?.setProgressBar(-1)
      }
      else {
        window()?.setProgressBar(progress.share, {
          mode: progress.state === 'working' ? 'normal' : progress.state === 'paused' ? 'paused' : 'error',
        })
      }
    },
    isOnBattery: async () => powerMonitor.onBatteryPower,
    stayAwake(isNeeded) {
      if (isNeeded)
        blocker ??= powerSaveBlocker.start('prevent-app-suspension')
      else if (blocker !== null)
        powerSaveBlocker.stop(blocker)
      if (!isNeeded)
        blocker = null
    },
  }
}
