/** 音色和项目的文件夹。 */
import type { folders as english } from '../en/folders.ts'

export const folders: typeof english = {
  title: '文件夹',
  all: '全部',
  none: '不在文件夹中',
  rename: '重命名文件夹…',
  renameTitle: '重命名文件夹',
  remove: '移除文件夹',
  moveTo: '移到文件夹…',
  moveTitle: name => `${name}的文件夹`,
  name: '文件夹',
  hint: '已有的文件夹，或新名称',
  move: '移动',
  moved: (name, folder) => folder === '' ? `“${name}”不再属于任何文件夹。` : `已将“${name}”移到“${folder}”。`,
}
