/** The texts of the menus, in both languages. */

export interface MenuTexts {
  readonly file: string
  readonly edit: string
  readonly undo: string
  readonly redo: string
  readonly view: string
  readonly reload: string
  readonly window: string
  readonly help: string
  readonly settings: string
  readonly studioFolder: string
  readonly getFfmpeg: string
  readonly noSuggestions: string
  /** The labels of Electron's own items. */
  readonly roles: {
    readonly about: string
    readonly services: string
    readonly hide: string
    readonly hideOthers: string
    readonly unhide: string
    readonly quit: string
    readonly cut: string
    readonly copy: string
    readonly paste: string
    readonly selectAll: string
    readonly toggleDevTools: string
    readonly resetZoom: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly togglefullscreen: string
    readonly minimize: string
    readonly zoom: string
    readonly front: string
    readonly close: string
  }
}

const en: MenuTexts = {
  file: 'File',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  view: 'View',
  reload: 'Reload',
  window: 'Window',
  help: 'Help',
  settings: 'Settings…',
  studioFolder: 'Show studio folder',
  getFfmpeg: 'Get ffmpeg',
  noSuggestions: 'No suggestions',
  roles: {
    about: 'About Takeroom',
    services: 'Services',
    hide: 'Hide Takeroom',
    hideOthers: 'Hide others',
    unhide: 'Show all',
    quit: 'Quit',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    toggleDevTools: 'Developer tools',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    togglefullscreen: 'Full screen',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring all to front',
    close: 'Close window',
  },
}

const zh: MenuTexts = {
  file: '文件',
  edit: '编辑',
  undo: '撤销',
  redo: '重做',
  view: '视图',
  reload: '重新加载',
  window: '窗口',
  help: '帮助',
  settings: '设置…',
  studioFolder: '显示工作室文件夹',
  getFfmpeg: '获取 ffmpeg',
  noSuggestions: '没有建议',
  roles: {
    about: '关于 Takeroom',
    services: '服务',
    hide: '隐藏 Takeroom',
    hideOthers: '隐藏其他',
    unhide: '全部显示',
    quit: '退出',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    toggleDevTools: '开发者工具',
    resetZoom: '实际大小',
    zoomIn: '放大',
    zoomOut: '缩小',
    togglefullscreen: '全屏',
    minimize: '最小化',
    zoom: '缩放',
    front: '前置全部窗口',
    close: '关闭窗口',
  },
}

export function menuTextsFor(language: 'en' | 'zh'): MenuTexts {
  return language === 'zh' ? zh : en
}
