/** 在轨道上生成镜头和图片。 */
import type { generateHere as english } from '../en/generate-here.ts'

export const generateHere: typeof english = {
  title: {
    fill: time => `填补 ${time} 处的间隙`,
    extend: time => `延长 ${time} 处的镜头`,
    image: time => `${time} 处的图片`,
    replace: time => `替换 ${time} 处的片段`,
  },
  prompt: '提示词',
  motion: '运动提示词',
  first: '首帧',
  source: '源图片',
  last: '尾帧',
  length: '时长',
  count: '版本数',
  tries: '此片段的各个版本',
  chooseTry: number => `使用版本 ${number}`,
  inUse: '使用中',
  pending: '正在生成',
  failed: '失败',
  closeTries: '关闭版本列表',
  keepTry: '保留使用中的版本',
  waiting: n => `${n} 个版本`,
  unit: '秒',
  about: seconds => `约 ${seconds} 秒`,
  style: style => `分镜的风格：${style}`,
  help: {
    fill: '镜头生成后自动放入间隙，不必停留在此页。其他片段不会移动。',
    extend: '镜头生成后自动放在片段之后，不必停留在此页。后面的片段会让出位置。',
    image: '图片生成后自动放到此处，不必停留在此页。其他片段保持不变。',
    replace: '结果生成后自动替换此片段。现在的素材仍在素材库中。',
  },
  noStart: '镜头需要以一张图片开始，而这个间隙旁边没有。请先放置或生成一张图片。',
  act: '生成',
  underWay: '同样的内容正在为此处生成，未发送任何请求。',
}
