/** 语音工作台在字段之外的文字：长文本的分段、实时收听、自己的声音。 */
import type { speech as english } from '../en/speech.ts'

export const speech: typeof english = {
  parts: (parts, characters, lengths) => `将分 ${parts} 段朗读再拼接：共 ${characters} 个字符（${lengths}）。`,
  partsHelp: '它超过模型一次能接受的长度，会在句子之间分开；每段是一次请求，合起来是一个素材。',
  sendParts: parts => `朗读 ${parts} 段`,
  wayHelp: '实时声音的传输方式',
  ways: {
    http: { label: '通过 HTTP', short: 'HTTP', help: '在回答中以流的方式传来，适用于任何网络。' },
    socket: { label: '通过 WebSocket', short: 'WebSocket', help: '可能更早听到第一声。文件类型总是原始声音。' },
  },
  family: {
    progress: (done, all) => `已完成 ${done} / ${all} 段`,
    show: n => `${n} 段`,
    parts: title => `${title} 的各段`,
    waitsForParts: '全部到齐后拼接',
    joining: '正在拼接',
    registering: '先发送声音片段',
  },
  madeOf: n => `由 ${n} 段拼接`,
}
