/** Saving results out of the studio, and the context menu, in Chinese. */
import type { saving as shape } from '../en/saving.ts'

export const saving: typeof shape = {
  menu: '操作',
  saveAs: '另存为…',
  saveMany: count => `保存 ${count} 个文件…`,
  reveal: '在文件管理器中显示',
  copyPicture: '复制图片',
  copyWords: '复制文字',
  details: '详细信息',
  play: '播放',
  openRoom: room => `打开${room}`,
  copyName: '复制名称',
  sample: '样例详情',
  saveClip: '片段另存为…',
  dragHint: '拖到其他程序即可复制文件；在应用中请按住 Shift。',
  copyPath: '复制路径',
  isAt: path => `文件在运行工作室的电脑上：${path}`,
  inFolder: (count, folder) => `已将 ${count} 个文件保存到 ${folder}`,
  missing: titles => `以下文件缺失，未包含在内：${titles.slice(0, 3).join('、')}${titles.length > 3 ? ` 等 ${titles.length} 个` : ''}`,
  title: count => `保存 ${count} 个文件`,
  names: '文件名',
  examples: '文件名示例',
  words: { number: '序号', title: '标题', speaker: '说话人', line: '行号', voice: '声音', model: '模型', kind: '类型', project: '项目', date: '日期' },
  andMore: count => `还有 ${count} 个`,
  asFolder: '保存到文件夹',
  asArchive: size => size === '' ? '保存为 ZIP' : `保存为 ZIP（${size}）`,
}
