/** 交付报告的文字。 */
import type { ReportWords } from './words.ts'
import { shopLimits } from '../../deliver/shop.ts'

const { quietestDb, loudestDb, peakDb, floorDb } = shopLimits

export const reports: ReportWords = {
  row: (name, value) => `${name}：${value}`,
  silent: '静音',
  noSpeaker: '无角色',
  loudness: {
    title: name => `响度报告：${name}`,
    standard: '对成品文件测量，EBU R 128 / ITU-R BS.1770',
    integrated: '综合响度',
    target: '目标',
    asMixed: '保持混音原样',
    reached: '，已达到',
    missed: '，未达到',
    range: '响度范围',
    truePeak: '真峰值',
    truePeakLimit: '真峰值上限',
    gain: '增益',
    limited: '，峰值已限幅',
    matched: '已匹配响度的台词',
    matchedBy: (lines, mostDb) => `${lines} 句，最多 ${mostDb} dB`,
    before: '增益之前',
    speakers: '角色（只计各自的台词，之前与之后）：',
    speaker: (name, before, after, lines) => `${name}：${before} → ${after}，${lines} 句`,
    shop: '供商店使用的文件（RMS、峰值、底噪）：',
  },
  shop: {
    title: name => `有声书检查：${name}`,
    limits: `每个文件在编码后测量。ACX 要求：RMS ${quietestDb} 至 ${loudestDb} dB，峰值不超过 ${peakDb} dB，底噪不超过 ${floorDb} dB`,
    form: '44.1 kHz MP3，恒定 192 kbit/s；每章之前 0.75 秒、之后 2.5 秒环境底噪',
    sample: '试听片段',
    measured: (rms, peak, floor) => `RMS ${rms} dB，峰值 ${peak} dB，底噪 ${floor} dB`,
    given: (gain, seconds) => `增益 ${gain} dB，${seconds} 秒`,
    problems: {
      'too-quiet': `低于 ${quietestDb} dB RMS`,
      'too-loud': `高于 ${loudestDb} dB RMS`,
      'peaks': `峰值高于 ${peakDb} dB`,
      'noisy': `底噪高于 ${floorDb} dB：请先为录音降噪`,
    },
    noOpening: '第一章没有命名为片头：商店要求在那里说出书名、作者和演播者。',
    noClosing: '最后一章没有命名为片尾：商店要求在那里说明全书结束。',
    shortSample: '试听片段不足一分钟：商店要求一到五分钟。',
    noCover: side => `没有封面：商店要求至少 ${side} × ${side} 像素的方形 JPEG。`,
    smallCover: (width, height, side) => `封面为 ${width} × ${height} 像素：商店要求至少 ${side} × ${side} 的方形图片。`,
    longFile: '有文件长于两小时：请用标记拆分那一章。',
    nothing: '没有其他待办事项。',
    todo: '待办',
  },
}
