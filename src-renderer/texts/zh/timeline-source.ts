/** 源监视器的文字。 */
import type { timelineSource as english } from '../en/timeline-source.ts'

export const timelineSource: typeof english = {
  title: '源素材',
  film: '序列',
  viewers: '监视器',
  close: '关闭源素材',
  time: '源素材中的时间',
  length: '入点到出点的长度',
  inPoint: '源素材的入点',
  outPoint: '源素材的出点',
  waveform: '源素材的波形',
  words: '带时间的文本',
  wordHelp: shift => `点击：跳到这里。拖动或按住 ${shift} 点击：在这些词前后设置入点和出点。`,
  pictureAt: (name, time) => `“${name}”的 ${time}`,
  ways: { insert: '插入', overwrite: '覆盖', append: '追加', replace: '替换' },
  help: {
    insert: '插入到播放头或序列入点，后面的片段随之后移',
    overwrite: '从播放头或序列入点开始覆盖',
    append: '添加到序列末尾',
    replace: '从源素材的入点开始，替换所选片段或播放头处的片段',
  },
  drag: { all: '将入点到出点的部分拖到轨道上', picture: '只拖动视频', sound: '只拖动音频' },
  noTarget: '适合此素材的轨道都不是目标轨道。点击轨道名称左侧的图标，将其设为目标轨道。',
  nothingToReplace: '没有可替换的片段。请选中同类片段，或将播放头移到其上。',
}
