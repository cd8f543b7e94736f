/** 回听。 */
import type { listening as english } from '../en/listening.ts'

export const listening: typeof english = {
  title: '回听',
  help: '转写各个版本，再与台词对照。每个版本只转写一次。',
  scope: '要回听的台词',
  scopes: {
    script: '整个剧本',
    scene: '当前场景',
    selected: n => `已选 ${n} 句台词`,
  },
  model: '转写模型',
  send: takes => `回听 ${takes} 个版本`,
  nothing: '全部听过',
  noTakes: '没有可回听的版本',
  queued: takes => `正在转写 ${takes} 个版本。`,
  underWay: takes => `正在转写 ${takes} 个版本…`,
  doubtful: n => n === 0 ? '没有存疑台词' : `${n} 句台词存疑`,
  at: (place, n) => `第 ${place} 句，共 ${n} 句`,
  heardCount: n => `已听 ${n} 个版本`,
  previous: '上一句存疑台词',
  next: '下一句存疑台词',
  hear: '播放存疑处',
  right: '确认无误',
  notRight: '重新标为存疑',
  retake: '为这句台词再生成一个版本',
  retakeAll: (lines, takes) => `重录 ${lines} 句存疑台词${takes < lines ? ` · ${takes} 个版本` : ''}`,
  close: '关闭回听',
  accepted: n => `已确认 ${n} 个版本无误。`,
  marks: {
    doubtful: '存疑',
    right: '已确认无误',
    heard: '与台词一致',
  },
  told: {
    missing: words => `没有听到“${words}”`,
    extra: words => `多出“${words}”`,
    instead: (heard, words) => `“${words}”听成“${heard}”`,
    doubled: words => `“${words}”说了两遍`,
    silence: seconds => `有 ${seconds} 秒静音`,
    cutStart: '开头被截断',
    cutEnd: '结尾被截断',
    mayNotMatch: '音频可能与台词不符',
  },
  keys: {
    open: '回听：对照版本与台词',
  },
}
