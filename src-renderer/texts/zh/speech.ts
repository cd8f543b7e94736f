/** 生成语音时字段之外的文字：长文本的分段、实时试听、克隆音色。 */
import type { speech as english } from '../en/speech.ts'

export const speech: typeof english = {
  parts: (parts, characters, lengths) => `将分 ${parts} 段生成再拼接：共 ${characters} 个字符（${lengths}）。`,
  partsHelp: '文本超过模型一次能接受的长度，会在句子之间拆分。每段是一次请求，最终合成一个素材。',
  sendParts: parts => `生成 ${parts} 段`,
  wayHelp: '实时音频的连接方式',
  ways: {
    http: { label: 'HTTP', short: 'HTTP', help: '随响应流式传输，适用于任何网络。' },
    socket: { label: 'WebSocket', short: 'WebSocket', help: '可能更早开始播放。结果总是未压缩音频。' },
  },
  family: {
    progress: (done, all) => `已完成 ${done} / ${all} 段`,
    show: n => `${n} 段`,
    parts: title => `${title} 的各段`,
    waitsForParts: '等待所有分段',
    joining: '正在拼接',
    registering: '正在注册音色',
  },
  madeOf: n => `由 ${n} 段拼接`,
}
