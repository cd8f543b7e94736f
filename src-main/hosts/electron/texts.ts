/** The texts of native menus, dialogs and notifications, in both languages. */

export interface Texts {
  readonly file: string
  readonly edit: string
  readonly view: string
  readonly window: string
  readonly help: string
  readonly studioFolder: string
  readonly getFfmpeg: string
  readonly stillWorking: string
  readonly stillWorkingDetail: string
  readonly keepWorking: string
  readonly quit: string
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
  view: 'View',
  window: 'Window',
  help: 'Help',
  studioFolder: 'Show the studio folder',
  getFfmpeg: 'Get ffmpeg',
  stillWorking: 'Takeroom is still working.',
  stillWorkingDetail: 'What was sent to the service is kept track of: its results are fetched when Takeroom is opened again. A render that is under way starts over.',
  keepWorking: 'Keep working',
  quit: 'Quit',
  cannotOpen: 'Takeroom cannot open',
  broke: 'Takeroom has to close',
  brokeDetail: reference => `Something went wrong that it cannot go on from. Open it again: everything made so far is there, and what was sent is followed. The log in the studio folder tells more under ${reference}.`,
  workEnded: 'The work is done',
  workEndedWithFailures: 'The work has ended, not all of it well',
  endedOf: (title, count, failed) => `${count === 1 ? `“${title}”` : `“${title}” and ${count - 1} more`}${failed === 0 ? '' : failed === 1 ? ' · one failed' : ` · ${failed} failed`}`,
  needsYou: 'The queue needs you',
  needsYouFor: (title, count) => count === 1 ? `“${title}” waits for you.` : `“${title}” and ${count - 1} more wait for you.`,
}

const zh: Texts = {
  file: '文件',
  edit: '编辑',
  view: '视图',
  window: '窗口',
  help: '帮助',
  studioFolder: '显示工作室文件夹',
  getFfmpeg: '获取 ffmpeg',
  stillWorking: 'Takeroom 仍在工作。',
  stillWorkingDetail: '已发送给服务的请求都有记录：下次打开 Takeroom 时会取回结果。正在进行的渲染将重新开始。',
  keepWorking: '继续工作',
  quit: '退出',
  cannotOpen: 'Takeroom 无法打开',
  broke: 'Takeroom 必须关闭',
  brokeDetail: reference => `出现了无法继续的错误。请重新打开：已生成的内容都在，已发送的请求会继续跟进。详情见工作室文件夹中的日志，编号 ${reference}。`,
  workEnded: '工作已完成',
  workEndedWithFailures: '工作已结束，部分未成功',
  endedOf: (title, count, failed) => `${count === 1 ? `“${title}”` : `“${title}”等 ${count} 项`}${failed === 0 ? '' : ` · ${failed} 项失败`}`,
  needsYou: '队列需要你处理',
  needsYouFor: (title, count) => count === 1 ? `“${title}”在等你处理。` : `“${title}”等 ${count} 项在等你处理。`,
}

/** `locale` as Electron gives it, such as `zh-CN`. */
export function textsFor(locale: string): Texts {
  return locale.toLowerCase().startsWith('zh') ? zh : en
}
