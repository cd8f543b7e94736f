/** 导入其他软件时间线的文字。 */
import type { timelineImportList as english } from '../en/timeline-import-list.ts'

export const timelineImportList: typeof english = {
  act: '导入时间线…',
  title: name => `导入“${name}”`,
  unreadable: '无法将此文件读取为时间线。可读取的格式有 OTIO、FCPXML、MLT（Shotcut、Kdenlive）和 EDL（CMX3600）。请以其中一种格式导出时间线。',
  about: (tracks, clips, markers) => `${tracks} 条轨道，${clips} 个片段${markers === 0 ? '' : `，${markers} 个标记`}。`,
  compounds: count => `其中 ${count} 个嵌套序列将成为独立的序列。`,
  askRate: '文件的帧率',
  searching: '正在查找媒体…',
  found: (found, all) => all === 0 ? '其中没有媒体文件。' : `在媒体库中找到 ${found} / ${all} 个媒体文件。`,
  missing: '未找到的媒体',
  missingHelp: '缺少这些媒体时，相应片段会被略去。',
  importFiles: '导入文件…',
  leftOut: '不导入的内容',
  left: {
    effects: count => `${count} 个效果`,
    transitions: count => `${count} 个转场：改为直接切换`,
    nested: count => `${count} 个嵌套片段：留空`,
    circles: count => `${count} 个嵌套片段包含其所在的序列：留空`,
    generators: count => `${count} 个生成的或未知的片段：留空`,
    speeds: count => `${count} 处变速：改为原速或留空`,
    captions: count => `${count} 条字幕`,
    tracks: count => `${count} 条轨道`,
    overlong: (count: number) => `${count} 个超过 24 小时的片段`,
    sequences: (count: number) => `文件中的另外 ${count} 个时间线：请分别导出`,
    rows: (count: number) => `${count} 行无法读取`,
  },
  make: '创建序列',
  done: (placed, skipped, shortened) => `已放置 ${placed} 个片段。${skipped === 0 ? '' : `略去 ${skipped} 个片段。`}${shortened === 0 ? '' : `${shortened} 个片段比文件中短：媒体提前结束。`}`,
}
