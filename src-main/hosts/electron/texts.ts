/** The few sentences that Electron's own menus and boxes say, in both languages. */

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
}

/** `locale` as Electron gives it, such as `zh-CN`. */
export function textsFor(locale: string): Texts {
  return locale.toLowerCase().startsWith('zh') ? zh : en
}
