/** The texts of native dialogs and notifications, in both languages; those of menus are in `menu-texts.ts`. */
import type { TextLanguage } from '#contract/words.ts'
import type { UnderWay } from '../../studio/ports.ts'

/** What the page does itself, and so loses when it is loaded again. */
export type Losable = Extract<UnderWay, 'recording' | 'importing'>

export interface Texts {
  readonly stillWorking: string
  /** What follows for each kind of work that is under way. */
  readonly stillWorkingDetail: Readonly<Record<UnderWay, string>>
  readonly reload: string
  readonly reloadAnyway: string
  /** What is under way in the page. */
  readonly reloadDetail: Readonly<Record<Losable, string>>
  readonly saveAs: string
  readonly saveInFolder: string
  readonly ofStudio: (path: string) => string
  readonly ofStudioDetail: string
  readonly chooseOtherPlace: string
  readonly doNotSave: string
  readonly notSaved: (name: string) => string
  readonly notSavedDetail: (reason: string) => string
  readonly keepWorking: string
  readonly quit: string
  readonly inBrowser: string
  readonly noBrowser: string
  readonly inBrowserDetail: string
  readonly openByHand: (address: string) => string
  readonly openAgain: string
  readonly copyAddress: string
  readonly cannotOpen: string
  readonly unwritable: (profile: string, reason: string) => string
  readonly elsewhere: (host: string, link: string) => string
  readonly silent: (pid: number | null) => string
  /** `said` is the error's own text. */
  readonly unexpected: (said: string) => string
  readonly broke: string
  readonly brokeDetail: (reference: string) => string
  readonly workEnded: string
  readonly workEndedWithFailures: string
  readonly endedOf: (title: string, count: number, failed: number) => string
  readonly needsYou: string
  readonly needsYouFor: (title: string, count: number) => string
}

const en: Texts = {
  stillWorking: 'Takeroom is still working.',
  stillWorkingDetail: {
    jobs: 'Results of sent jobs are fetched when you open Takeroom again. A running render then continues with what is encoded.',
    recording: 'The recording ends. Everything until then is kept.',
    saving: 'Files that are being saved are not finished. No partial files are left.',
    importing: 'Files that are being imported are not finished. Import them again.',
  },
  reload: 'Reload the window?',
  reloadAnyway: 'Reload',
  reloadDetail: {
    recording: 'A recording is running. It ends, and everything until then is kept.',
    importing: 'Files are being imported. Those that are not finished must be imported again.',
  },
  saveAs: 'Save as',
  saveInFolder: 'Save in a folder',
  ofStudio: path => `“${path}” is inside the studio folder.`,
  ofStudioDetail: 'Nothing was saved. Save it outside the studio folder.',
  chooseOtherPlace: 'Choose another place…',
  doNotSave: 'Don’t save',
  notSaved: name => `“${name}” was not saved`,
  notSavedDetail: reason => `The file could not be written (${reason}). Free some space or choose another folder, and save it again.`,
  keepWorking: 'Keep working',
  quit: 'Quit',
  inBrowser: 'Takeroom opens in your browser.',
  noBrowser: 'No browser could be started.',
  inBrowserDetail: 'This system blocks the app’s sandbox, so Takeroom runs in your browser. Keep this window open. For an app window, install the .deb package.',
  openByHand: address => `If no page appears, choose “Copy address” and paste the address into a browser. It works once, within a minute:\n${address}`,
  openAgain: 'Open again',
  copyAddress: 'Copy address',
  cannotOpen: 'Takeroom cannot open',
  unwritable: (profile, reason) =>
    `Takeroom cannot write to the folder of its window state: ${profile} (${reason}). Make it writable or free some space, then start Takeroom again.`,
  elsewhere: (host, link) =>
    `Takeroom on “${host}” may have this studio folder open. If so, close it there. If not, delete the file ${link}. Then start Takeroom again.`,
  silent: pid =>
    `Another Takeroom with this studio folder is running${pid === null ? '' : ` (process ${pid})`} but not responding. End it, or restart this computer, and start Takeroom again: your work is safe.`,
  unexpected: said => `Takeroom could not start because of an unexpected error: “${said}”. Your work is safe. Start Takeroom again.`,
  broke: 'Takeroom needs to close',
  brokeDetail: reference =>
    `Your work is safe, and results of sent jobs are fetched when you open Takeroom again. Details: log in the studio folder, ${reference}.`,
  workEnded: 'All jobs finished',
  workEndedWithFailures: 'Jobs finished, some failed',
  endedOf: (title, count, failed) =>
    `${count === 1 ? `“${title}”` : `“${title}” and ${count - 1} more`}${failed === 0 ? '' : failed === 1 ? ' · 1 failed' : ` · ${failed} failed`}`,
  needsYou: 'The queue needs your attention',
  needsYouFor: (title, count) => count === 1 ? `“${title}” is waiting for you.` : `“${title}” and ${count - 1} more are waiting for you.`,
}

const zh: Texts = {
  stillWorking: 'Takeroom 仍有任务进行中。',
  stillWorkingDetail: {
    jobs: '下次打开 Takeroom 时会取回已发送任务的结果。正在进行的渲染届时会从已编码的部分继续。',
    recording: '录音将结束，已录制的部分会保留。',
    saving: '正在保存的文件不会完成，也不会留下残缺的文件。',
    importing: '正在导入的文件不会完成，需要重新导入。',
  },
  reload: '要重新加载窗口吗？',
  reloadAnyway: '重新加载',
  reloadDetail: {
    recording: '正在录音。录音将结束，已录制的部分会保留。',
    importing: '正在导入文件。未完成的文件需要重新导入。',
  },
  saveAs: '另存为',
  saveInFolder: '保存到文件夹',
  ofStudio: path => `“${path}”在工作室文件夹内。`,
  ofStudioDetail: '没有保存任何内容。请保存到工作室文件夹之外。',
  chooseOtherPlace: '选择其他位置…',
  doNotSave: '不保存',
  notSaved: name => `“${name}”未保存`,
  notSavedDetail: reason => `无法写入文件（${reason}）。请释放磁盘空间或选择其他文件夹，然后重新保存。`,
  keepWorking: '继续工作',
  quit: '退出',
  inBrowser: 'Takeroom 将在浏览器中打开。',
  noBrowser: '无法启动浏览器。',
  inBrowserDetail: '此系统禁止应用沙盒，因此 Takeroom 在浏览器中运行。请保持此窗口打开。如需应用窗口，请安装 .deb 软件包。',
  openByHand: address => `如果没有出现页面，请选择“复制地址”，并粘贴到浏览器中。地址只能使用一次，一分钟内有效：\n${address}`,
  openAgain: '重新打开',
  copyAddress: '复制地址',
  cannotOpen: 'Takeroom 无法打开',
  unwritable: (profile, reason) => `无法写入窗口状态文件夹：${profile}（${reason}）。请将其设为可写，或释放磁盘空间，然后重新启动 Takeroom。`,
  elsewhere: (host, link) => `“${host}”上的 Takeroom 可能正打开着此工作室文件夹。如果是，请在那里关闭；如果不是，请删除文件 ${link}。然后重新启动 Takeroom。`,
  silent: pid => `另一个打开此工作室文件夹的 Takeroom 正在运行${pid === null ? '' : `（进程 ${pid}）`}，但没有响应。请结束该进程或重新启动电脑，然后再启动 Takeroom：你的内容没有丢失。`,
  unexpected: said => `Takeroom 因意外错误无法启动：“${said}”。你的内容没有丢失。请重新启动 Takeroom。`,
  broke: 'Takeroom 需要关闭',
  brokeDetail: reference => `你的内容没有丢失，重新打开后会取回已发送任务的结果。详情见工作室文件夹中的日志，编号 ${reference}。`,
  workEnded: '任务已全部完成',
  workEndedWithFailures: '任务已结束，部分失败',
  endedOf: (title, count, failed) => `${count === 1 ? `“${title}”` : `“${title}”等 ${count} 项`}${failed === 0 ? '' : ` · ${failed} 项失败`}`,
  needsYou: '队列需要你处理',
  needsYouFor: (title, count) => count === 1 ? `“${title}”在等你处理。` : `“${title}”等 ${count} 项在等你处理。`,
}

/** `locale` as Electron gives it, such as `zh-CN`. */
export function languageOf(locale: string): TextLanguage {
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** For a language or a locale. */
export function textsFor(locale: string): Texts {
  return languageOf(locale) === 'zh' ? zh : en
}
