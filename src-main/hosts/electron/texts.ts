/** The texts of native menus, dialogs and notifications, in both languages. */

export interface Texts {
  readonly file: string
  readonly edit: string
  readonly undo: string
  readonly redo: string
  readonly view: string
  readonly window: string
  readonly help: string
  readonly studioFolder: string
  readonly getFfmpeg: string
  readonly stillWorking: string
  readonly stillWorkingDetail: string
  readonly keepWorking: string
  readonly quit: string
  readonly inBrowser: string
  readonly noBrowser: string
  readonly inBrowserDetail: string
  readonly openByHand: (address: string) => string
  readonly openAgain: string
  readonly copyAddress: string
  readonly cannotOpen: string
  readonly broke: string
  readonly brokeDetail: (reference: string) => string
  readonly workEnded: string
  readonly workEndedWithFailures: string
  readonly endedOf: (title: string, count: number, failed: number) => string
  readonly needsYou: string
  readonly needsYouFor: (title: string, count: number) => string
}

const en: Texts = {
  file: 'File',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  view: 'View',
  window: 'Window',
  help: 'Help',
  studioFolder: 'Show studio folder',
  getFfmpeg: 'Get ffmpeg',
  stillWorking: 'Takeroom is still working.',
  stillWorkingDetail: 'Results of sent jobs are fetched when you open Takeroom again. A running render starts over.',
  keepWorking: 'Keep working',
  quit: 'Quit',
  inBrowser: 'Takeroom opens in your browser.',
  noBrowser: 'No browser could be started.',
  inBrowserDetail: 'This system forbids the sandbox that protects an app window, so Takeroom does not open one. For an app window, install the .deb package, or ask your administrator to allow unprivileged user namespaces. Keep this message open while you work.',
  openByHand: address => `If no page appears, choose “Copy address” and paste the address into a browser. It works once, within a minute:\n${address}`,
  openAgain: 'Open again',
  copyAddress: 'Copy address',
  cannotOpen: 'Takeroom cannot open',
  broke: 'Takeroom has to close',
  brokeDetail: reference =>
    `An unexpected error occurred. Open Takeroom again: your work is safe, and sent jobs are still followed. The log in the studio folder has details under ${reference}.`,
  workEnded: 'All jobs finished',
  workEndedWithFailures: 'Jobs finished, some failed',
  endedOf: (title, count, failed) =>
    `${count === 1 ? `“${title}”` : `“${title}” and ${count - 1} more`}${failed === 0 ? '' : failed === 1 ? ' · 1 failed' : ` · ${failed} failed`}`,
  needsYou: 'The queue needs your attention',
  needsYouFor: (title, count) => count === 1 ? `“${title}” is waiting for you.` : `“${title}” and ${count - 1} more are waiting for you.`,
}

const zh: Texts = {
  file: '文件',
  edit: '编辑',
  undo: '撤销',
  redo: '重做',
  view: '视图',
  window: '窗口',
  help: '帮助',
  studioFolder: '显示工作室文件夹',
  getFfmpeg: '获取 ffmpeg',
  stillWorking: 'Takeroom 仍有任务进行中。',
  stillWorkingDetail: '下次打开 Takeroom 时会取回已发送任务的结果。正在进行的渲染将重新开始。',
  keepWorking: '继续工作',
  quit: '退出',
  inBrowser: 'Takeroom 将在浏览器中打开。',
  noBrowser: '无法启动浏览器。',
  inBrowserDetail: '此系统禁止使用保护应用窗口的沙盒，因此 Takeroom 不打开应用窗口。如需应用窗口，请安装 .deb 软件包，或请管理员允许非特权用户命名空间。工作期间请保持此消息打开。',
  openByHand: address => `如果没有出现页面，请选择“复制地址”，并粘贴到浏览器中。地址只能使用一次，一分钟内有效：\n${address}`,
  openAgain: '重新打开',
  copyAddress: '复制地址',
  cannotOpen: 'Takeroom 无法打开',
  broke: 'Takeroom 必须关闭',
  brokeDetail: reference => `发生意外错误。请重新打开：你的内容没有丢失，已发送的任务会继续跟进。详情见工作室文件夹中的日志，编号 ${reference}。`,
  workEnded: '任务已全部完成',
  workEndedWithFailures: '任务已结束，部分失败',
  endedOf: (title, count, failed) => `${count === 1 ? `“${title}”` : `“${title}”等 ${count} 项`}${failed === 0 ? '' : ` · ${failed} 项失败`}`,
  needsYou: '队列需要你处理',
  needsYouFor: (title, count) => count === 1 ? `“${title}”在等你处理。` : `“${title}”等 ${count} 项在等你处理。`,
}

/** `locale` as Electron gives it, such as `zh-CN`. */
export function textsFor(locale: string): Texts {
  return locale.toLowerCase().startsWith('zh') ? zh : en
}
