/** 变速曲线的文字。 */
import type { timelineRamp as english } from '../en/timeline-ramp.ts'

export const timelineRamp: typeof english = {
  name: '变速曲线',
  none: '无',
  byPoints: '按控制点',
  templates: { 'ease-in': '渐快', 'ease-out': '渐慢', 'bullet-time': '子弹时间' },
  points: '变速曲线的控制点',
  time: number => `第 ${number} 个点的时间`,
  speed: number => `第 ${number} 个点的速度`,
  easing: number => `第 ${number} 个点到下一个点的变化方式`,
  remove: number => `移除第 ${number} 个点`,
  add: '在播放头处添加点',
  keepsPitch: '保持音高',
  why: {
    backwards: '请改为正放后再更改变速曲线。',
  },
}
