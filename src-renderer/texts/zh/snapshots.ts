/** 项目早期版本的文字。 */
import type { snapshots as shape } from '../en/snapshots.ts'

export const snapshots = {
  open: '早期版本…',
  title: name => `“${name}”的早期版本`,
  intro: '工作时自动保存：最近一天每小时一份，最近一月每天一份，最近一年每周一份。',
  none: '还没有。写下内容几分钟后会保存第一份。',
  now: '选择一个，查看其中的内容。',
  counts: (lines, made) => `${lines} 句台词，已制作 ${made} 句`,
  missing: n => `其中有 ${n} 个素材后来已彻底删除。`,
  asNew: '作为新项目打开',
  inPlace: '回到此版本…',
  askTitle: '要回到这个版本吗？',
  askBody: '项目现在的样子会另存为一个版本。此版本没有的台词会进回收站；素材全部保留。',
  askAct: '回到此版本',
  broughtBack: name => `“${name}”已恢复成当时的样子。`,
  made: name => `“${name}”已成为单独的项目。`,
  more: n => `另有 ${n} 句台词`,
} satisfies typeof shape
