/** 素材查看器、详情和来源关系的文字。 */
import type { viewer as english } from '../en/viewer.ts'

export const viewer: typeof english = {
  title: '查看器',
  open: '在查看器中打开',
  at: (place, count) => `第 ${place} 个，共 ${count} 个`,
  aside: '不在此列表中',
  hints: {
    picture: '← → 浏览。滚轮或 + − 缩放，0 适合窗口，1 实际大小，拖动平移。',
    video: '← → 浏览。空格播放，J K L 变速，, . 逐帧，R 循环。',
    audio: '← → 浏览。空格播放，J K L 变速。',
    text: '← → 浏览。',
  },
}
