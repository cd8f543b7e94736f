/** System notifications, progress on the taskbar icon, keeping the machine awake, and what it is powered by. */
import type { BrowserWindow } from 'electron'
import type { HostPorts } from '../../studio/ports.ts'
import type { Texts } from './texts.ts'
import process from 'node:process'
import { Notification, powerMonitor, powerSaveBlocker } from 'electron'

/** `icon` is the path of a picture; `window` returns the open window; `texts` the sentences in the person's language. */
export function createNotices(
  icon: string,
  window: () => BrowserWindow | null,
  texts: (language: Parameters<HostPorts['tell']>[1]) => Texts,
): Pick<HostPorts, 'tell' | 'showProgress' | 'stayAwake' | 'isOnBattery'> {
  let blocker: number | null = null

  return {
    tell({ about, count, failed, title }, language) {
      // A focused window shows it itself.
      if (window()?.isFocused() || !Notification.isSupported())
        return
      const words = texts(language)
      // macOS shows the program's own beside it.
      const shown = process.platform === 'darwin' ? {} : { icon }
      const notice = new Notification(about === 'ended'
        ? { ...shown, title: failed === 0 ? words.workEnded : words.workEndedWithFailures, body: words.endedOf(title, count, failed) }
        : { ...shown, title: words.needsYou, body: words.needsYouFor(title, count) })
      notice.on('click', () => {
        window()?.show()
        window()?.focus()
      })
      notice.show()
    },
    showProgress(progress) {
      const open = window()
      if (!open || open.isDestroyed())
        return
      // A negative value removes the bar. Modes appear where the system supports them.
      if (progress === null) {
        open.setProgressBar(-1)
      }
      else {
        open.setProgressBar(progress.share, {
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
