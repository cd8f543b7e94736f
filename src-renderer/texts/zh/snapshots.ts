/** 项目历史版本的文字。 */
import type { snapshots as shape } from '../en/snapshots.ts'

export const snapshots = {
  open: '历史版本…',
  title: name => `“${name}”的历史版本`,
  intro: '工作时自动保存：最近一天每小时一份，最近一月每天一份，最近一年每周一份。',
  none: '还没有。首次修改几分钟后会保存第一份。',
  now: '选择一个，查看其中的内容。',
  counts: (lines, made) => `${lines} 句台词，已生成 ${made} 句`,
  missing: n => `其中 ${n} 个素材已彻底删除。`,
  asNew: '作为新项目打开',
  inPlace: '恢复…',
  askTitle: '要恢复到这个历史版本吗？',
  askBody: '当前项目会先存为一个历史版本，至少保留一个月。此版本没有的台词会移到回收站，素材全部保留。',
  askAct: '恢复',
  broughtBack: name => `“${name}”已恢复到该版本。`,
  wentBack: name => `“${name}”已回到恢复之前的状态。`,
  made: name => `“${name}”已作为新项目打开。`,
  more: n => `另有 ${n} 句台词`,
} satisfies typeof shape
