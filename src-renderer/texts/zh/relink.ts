/** 在文件夹中查找缺失文件的文字。 */
import type { relink as shape } from '../en/relink.ts'

export const relink: typeof shape = {
  act: '在文件夹中查找…',
  title: '查找缺失的文件',
  bar: '这些素材的文件已丢失。Takeroom 可以在文件夹中找到它们，文件名不限。',
  missing: n => n === 0 ? '没有已知缺失的文件。搜索时会先检查所有文件。' : `缺失 ${n.toLocaleString('zh')} 个文件。`,
  detail: 'Takeroom 会在一个文件夹及其所有子文件夹中查找内容完全相同的文件（文件名不限），并复制到工作室文件夹。不会导入其他文件，也不会更改该文件夹中的任何内容。隐藏文件夹和链接会被跳过。',
  path: '运行 Takeroom 的电脑上一个文件夹的完整路径',
  search: '查找',
  choose: '选择文件夹…',
  listing: n => `正在列出文件：已有 ${n.toLocaleString('zh')} 个`,
  comparing: '正在比对大小相同的文件',
  progress: (found, wanted) => `已找到 ${found.toLocaleString('zh')} 个，共 ${wanted.toLocaleString('zh')} 个`,
  mayClose: '你可以关闭此窗口继续工作，找到的结果会以通知告诉你。',
  stop: '停止',
  summary: (found, notFound) => notFound === 0 && found === 0
    ? '没有缺失的文件。'
    : `找到 ${found.toLocaleString('zh')} 个，未找到 ${notFound.toLocaleString('zh')} 个。`,
  show: '显示',
  looked: n => `已查找 ${n.toLocaleString('zh')} 个文件。`,
  noFiles: '此文件夹中没有文件。隐藏文件夹和链接会被跳过。',
  ended: {
    'stopped': n => `查找 ${n.toLocaleString('zh')} 个文件后停止。已找到的会保留。`,
    'too-many': n => `只查找了前 ${n.toLocaleString('zh')} 个文件：此文件夹中还有更多。请选择其中更深一层的文件夹。`,
    'disk-full': () => '已停止：磁盘空间不足以存放下一个文件。已找到的会保留。请腾出空间后再次查找。',
    'failed': (_, reference) => `查找失败。已找到的会保留。日志中有详细信息（编号 ${reference}）。`,
  },
  found: '已找到',
  notFound: '未找到',
  unread: '无法读取，或期间有更改',
  more: n => `另有 ${n.toLocaleString('zh')} 个`,
  again: '查找其他文件夹',
  others: (title, n) => `已重新链接“${title}”。另有 ${n.toLocaleString('zh')} 个文件缺失。`,
}
