/** 自定义预设的文字。 */
import type { SizeProblem } from '#rules/deliver/encoder-sizes.ts'
import type { ownPresets as english } from '../en/own-presets.ts'

function unfit(codec: string, problem: SizeProblem): string {
  switch (problem.is) {
    case 'too-small': return `${codec} 至少需要 ${problem.least.width} × ${problem.least.height} 像素。`
    case 'too-narrow': return `长边超过 ${problem.longest} 像素时，${codec} 的短边至少需要 ${problem.side} 像素。`
    case 'too-large': return `${codec} 只允许一边超过 ${problem.most} 像素。`
    default: return problem satisfies never
  }
}

export const ownPresets: typeof english = {
  group: '我的预设',
  menu: '预设操作',
  deleted: '已删除的预设',
  save: '另存为预设…',
  saveTitle: '另存为预设',
  saved: name => `已保存预设“${name}”。`,
  unfit,
  copyOf: name => `${name} 副本`,
  change: '编辑…',
  changeTitle: name => `编辑“${name}”`,
  rename: '重命名…',
  renameTitle: '重命名预设',
  remove: '删除',
  removed: name => `已删除预设“${name}”。`,
  export: '导出…',
  exportAll: '全部导出…',
  fileOfAll: 'Takeroom 预设',
  import: '导入…',
  imported: names => names.length === 1 ? `已导入预设“${names.join('')}”。` : `已导入 ${names.length} 个预设。`,
  full: '最多保存 50 个自定义预设。',
  refused: {
    'too-large': file => `“${file}”太大，不是预设文件。`,
    'not-presets': file => `“${file}”中没有 Takeroom 的预设。`,
    'newer': file => `“${file}”由更新版本的 Takeroom 导出。请更新 Takeroom 后再导入。`,
    'damaged': file => `“${file}”中有无法使用的预设，未导入任何内容。`,
    'full': file => `未导入“${file}”：最多保存 50 个自定义预设，请先删除一些。`,
  },
  codec: '编码',
  width: '宽度',
  height: '高度',
  size: '尺寸',
  rate: '帧率',
  rateOfSequence: '与序列相同',
  quality: '质量',
  qualities: { small: '小文件', standard: '标准', high: '高' },
  profiles: { prores: { small: 'LT', standard: '422', high: 'HQ' }, prores4444: { standard: '4444', high: '4444 XQ' }, dnxhr: { small: 'LB', standard: 'SQ', high: 'HQ' } },
  pictureBits: '色深',
  light: '亮度范围',
  lights: { sdr: 'SDR，BT.709', hlg: 'HDR，HLG（BT.2020）', pq: 'HDR，PQ（BT.2020）' },
  background: '背景',
  backgrounds: { sequence: '与序列相同', clear: '透明（直通 Alpha）' },
  sound: '音频',
  kilobits: 'kbit/s',
  bitRate: '码率',
  byQuality: '由质量决定',
  sampleRate: '采样率',
  channels: '声道',
  channelNames: { 1: '单声道', 2: '立体声' },
  bits: '位深',
  bitsOf: bits => `${bits} 位`,
  hardware: '硬件编码',
}
