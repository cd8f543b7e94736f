/** 通知列表，以及一次导入多个文件。 */
import type { notices as shape } from '../en/notices.ts'

export const notices: typeof shape = {
  title: '通知',
  list: '以往通知',
  open: '显示通知',
  unread: n => `${n} 条未读通知`,
  empty: '没有通知。',
  help: '保存在此浏览器中，直到你清除。',
  clear: '全部清除',
  remove: '从列表中移除',
  details: n => `${n} 个问题`,
  copyDetails: '复制列表',
  importing: {
    progress: (done, total) => `正在导入第 ${done} 个，共 ${total} 个文件`,
    cancel: '取消导入',
    someFailed: (imported, failed, name) => `已${name === null ? '' : `向“${name}”`}导入 ${imported} 个文件，${failed} 个失败。`,
    cancelled: (imported, failed, left) => `导入已取消：已导入 ${imported} 个文件${failed === 0 ? '' : `，${failed} 个失败`}，${left} 个未导入。`,
    showFailed: '查看问题',
  },
  moving: {
    title: n => n === 1 ? '这张图片是动图' : `有 ${n} 张动图`,
    body: (n, first) => `${n === 1 ? `“${first}”是动图。` : `“${first}”和另外 ${n - 1} 张是动图。`}作为视频导入时，保留每一帧及其时长和透明度；作为图片导入时，只使用第一帧。原文件会保留在素材库中。`,
    film: '作为视频导入',
    still: '作为图片导入',
  },
}
