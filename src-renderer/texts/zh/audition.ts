/** 试音的文字：逐句并排比较音色和参数。 */
import type { audition as english } from '../en/audition.ts'

export const audition: typeof english = {
  title: '试音',
  open: n => `比较 ${n} 个音色`,
  add: '加入试音',
  pick: name => `在试音中比较 ${name}`,
  back: '全部音色',
  addLine: '添加一句台词…',
  removeLine: '从试音中移除这句台词',
  blind: '盲听：隐藏名称',
  blindName: number => `音色 ${number}`,
  choose: '选择',
  fold: '折叠',
  unfold: '展开',
  vary: '其他参数…',
  keys: '1 到 9：试听；再按同一数字：选择，其余折叠 · 上下键：换一句 · B：隐藏名称 · 回车：选用所选音色。所有版本以相同响度播放。',
}
