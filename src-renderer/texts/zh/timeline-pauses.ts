/** 收紧停顿与去除静音的文字。 */
import type { timelinePauses as english } from '../en/timeline-pauses.ts'

export const timelinePauses: typeof english = {
  title: '收紧停顿',
  removeTitle: '移除静音段',
  where: '查找范围',
  scopes: {
    selected: count => `所选片段（${count} 个）`,
    range: count => `入点到出点之间的语音（${count} 个片段）`,
    speech: count => `全部语音（${count} 个片段）`,
  },
  alsoCut: '同时剪切这些轨道',
  least: '长于此值的停顿',
  keeps: '缩短为',
  behindSpeech: '语音之后保留',
  beforeSpeech: '语音之前保留',
  unit: '秒',
  measuring: (done, all) => `正在测量音频：${done}/${all}…`,
  none: '没有这么长的停顿。可以试试更短的长度。',
  unknown: count => `${count} 个素材无法读取，不会剪切。`,
  list: '停顿',
  at: '时间',
  length: '长度',
  becomes: '缩短为',
  seconds: seconds => `${seconds} 秒`,
  row: (at, length, becomes) => `${at}，${length} 秒，缩短为 ${becomes} 秒`,
  hear: '试听剪切后的效果',
  stop: '停止',
  sum: (count, seconds) => `${count} 个停顿，节省 ${seconds} 秒`,
  apply: '收紧',
  remove: '移除',
  noClips: '没有可供查找的语音。请先选择音频片段。',
}
