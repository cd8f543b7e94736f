/** 用环境音填充间隙的文字。 */
import type { timelineRoomTone as english } from '../en/timeline-room-tone.ts'

export const timelineRoomTone: typeof english = {
  title: '用环境音填充',
  gap: '用环境音填充间隙…',
  measuring: (done, all) => `正在查找安静的部分：${done} / ${all}…`,
  noGaps: '此轨道的片段之间没有间隙。',
  none: '此轨道的片段中没有半秒以上安静平稳的部分。请录制几秒安静的环境音并放到轨道上。',
  found: (gaps, seconds) => `${gaps} 个间隙，共 ${seconds} 秒。`,
  from: (name, seconds) => `安静的部分来自“${name}”，长 ${seconds} 秒。较长的间隙由其中不同的部分以变化的顺序交叉淡化而成。`,
  apart: '片段放在新的音频轨道上，因此被闪避的音乐会在间隙中恢复。',
  trackName: '环境音',
  hear: '试听',
  stop: '停止',
  fill: '填充',
}
