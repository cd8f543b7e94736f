/** 将画面放入另一画幅的文字。 */
import type { timelineReframe as english } from '../en/timeline-reframe.ts'

export const timelineReframe: typeof english = {
  title: shape => `创建副本为 ${shape}`,
  intro: '图片和视频如何放入新画幅。之后仍可修改每个片段。',
  ways: { fill: '填充', auto: '自动', fit: '适应', blur: '模糊背景' },
  help: {
    fill: '以画面中部填满画幅。',
    auto: '填满画幅，并跟随明亮且移动的部分。仅为初步判断，请检查。',
    fit: '显示完整画面，周围为背景色。',
    blur: '在填满画幅的模糊副本上显示完整画面。',
  },
  duplicate: '创建副本',
  looking: count => `正在查找 ${count} 个片段的主体…`,
  done: count => `已重新构图 ${count} 个片段。在预览中拖动或移动关键帧可修正位置。`,
  notFound: count => `${count} 个片段无法读取，位置未变。`,
}
