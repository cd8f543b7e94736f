/** 交付前的检查结果：供页面和命令行使用。 */
import type { PlatformProblem } from '../../deliver/platforms.ts'
import type { chapterProblems as english } from './en.ts'
import type { FindingWords } from './words.ts'
import { mostFrames } from '../../deliver/frames.ts'
import { isPlatformName } from '../../deliver/platforms.ts'

/** 按检查结果给出的原因。 */
export const chapterProblems: typeof english = {
  'too-few': 'YouTube 要求至少三个章节。',
  'not-from-start': 'YouTube 要求第一个章节从 0:00 开始。',
  'too-short': 'YouTube 要求每个章节至少 10 秒。',
}
const ofChapters: Readonly<Record<string, string>> = chapterProblems
const notSigned: Readonly<Record<string, string>> = {
  'no-certificate': '：没有证书。',
  'expired': '：证书已过期。',
  'not-yet-valid': '：证书尚未生效。',
  'format': '：这种文件无法携带内容凭证。',
}

const platformProblems: Readonly<Record<PlatformProblem, (name: string) => { what: string, todo: string }>> = {
  shape: name => ({ what: `${name} 只接受竖屏和方形视频。`, todo: '现在的会成为普通视频。请使用 9:16 的预设和序列。' }),
  side: name => ({ what: `画面小于 ${name} 接受的尺寸。`, todo: '请在预设中选择更大的尺寸。' }),
  rate: name => ({ what: `${name} 接受每秒 23 到 60 帧。`, todo: '请在预设中选择其他帧率。' }),
  bytes: name => ({ what: `文件会大于 ${name} 接受的大小。`, todo: '请缩小交付范围，或选择较低的质量。' }),
  loudness: name => ({ what: `${name} 以另一种响度播放。`, todo: '平台会改变成品的响度。请在“响度”中选择它的响度。' }),
}
function platformWords(example: string): { what: string, todo: string } {
  const [problem = '', ...name] = example.split(' ')
  return (platformProblems[problem as PlatformProblem] ?? platformProblems.side)(name.join(' ')) // of main's own making
}

export const findings: FindingWords = {
  'empty': () => ({ what: '项目是空的。', todo: '请至少生成一句台词或一张图片。' }),
  'missing-media': count => ({ what: `${count} 个片段缺少文件。`, todo: '请重新链接文件，或重新生成。' }),
  'no-ffmpeg': () => ({ what: '未找到 5.1 或更新版本的 ffmpeg。', todo: '安装方法见“设置 → 关于”。' }),
  'no-encoder': (_count, example) => ({ what: `ffmpeg 缺少 ${example}。`, todo: '请选择其他预设，或安装完整的 ffmpeg。' }),
  'too-small': (_count, example) => ({ what: `画面对这种编码来说太小，至少需要 ${example} 像素。`, todo: '请在预设中选择更大的尺寸或其他编码。' }),
  'too-narrow': (_count, example) => {
    const [side = '', longest = ''] = example.split(' ')
    return {
      what: `画面对这种编码来说太窄：一边超过 ${longest} 像素时，另一边至少需要 ${side} 像素。`,
      todo: '请在预设中选择其他尺寸或编码。',
    }
  },
  'too-large': (_count, example) => ({
    what: `画面对这种编码来说太大：只允许一边超过 ${example} 像素。`,
    todo: '请在预设中选择更小的尺寸或其他编码。',
  }),
  'odd-rate': () => ({ what: '这种文件不支持序列的帧率。', todo: 'MXF 支持 23.976、24、25、29.97、30、50、59.94 和 60。请把预设存为自己的并选择其中之一，或改用 MOV。' }),
  'many-frames': count => ({ what: `图像序列有 ${count.toLocaleString('zh')} 个文件。`, todo: count > mostFrames ? '六位编号最多 999,999 个。请设置入点和出点，或选择更低的帧率。' : '很多软件打开这样的文件夹会很慢。可以设置入点和出点分段交付，或交付视频。' }),
  'platform': (_count, example) => platformWords(example),
  'covered': count => ({ what: `${count} 条字幕或标题会被平台的按钮和文字遮住。`, todo: '请把标题移向中间。仍被遮住的字幕字号过大或行数过多。' }),
  'little-space': (_count, example) => ({ what: `磁盘空间不足${example === '' ? '。' : `：还需约 ${example}。`}`, todo: '请腾出一些空间。' }),
  'stale-line': count => ({ what: `${count} 句需更新：版本与剧本不一致。`, todo: '请在剧本中重新生成，或直接交付。' }),
  'line-not-made': count => ({ what: `${count} 句尚未生成，将是静音。`, todo: '请在剧本中生成。' }),
  'no-picture': () => ({ what: '没有图片，画面将是黑色。', todo: '请在此项目中生成一张。' }),
  'broken-media': count => ({ what: `${count} 个片段的文件无法解码。`, todo: '这些片段无法渲染。请将文件另存为其他格式后导入，或重新生成。' }),
  'hdr': count => ({ what: `${count} 个镜头为 HDR，画面会发灰。`, todo: '此 ffmpeg 缺少 zscale 或 tonemap，无法转换 HDR。请使用完整的 ffmpeg，或改用 SDR 文件。' }),
  'missing-lut': count => ({ what: `${count} 个片段的 LUT 缺失。`, todo: '请重新导入其 .cube 文件，或在调色面板中选择其他 LUT。' }),
  'missing-sequence': count => ({ what: `${count} 个嵌套序列已不存在或无法读取。`, todo: '请删除该片段，或恢复项目的较早版本。' }),
  'graded-hdr': count => ({ what: `${count} 个 HDR 镜头有调色，其中没有比白色更亮的部分。`, todo: '如需 HDR 高光，请重置这些镜头的调色。' }),
  'nested-hdr': count => ({ what: `${count} 个 HDR 镜头在作为一个画面来摆放、调色、转场或变速的嵌套序列中，其中没有比白色更亮的部分。`, todo: '如需 HDR 高光，请将这些嵌套序列拆开。' }),
  'odd-colours': count => ({ what: `${count} 张图片的色彩描述文件无法读取。`, todo: '预览和交付按 sRGB 显示这些图片。如果颜色不对，请先另存为 sRGB，再重新导入。' }),
  'short-source': count => ({ what: `${count} 个片段比文件长。`, todo: '末帧会定格，音频会提前结束。可修剪片段，或保持不变。' }),
  'upscaled': count => ({ what: `${count} 个画面被放大，会显得模糊。`, todo: '请缩小画面，或使用更大的图片。' }),
  'flash': count => ({ what: `${count} 处夹帧。`, todo: '通常是剪切点差了一帧。' }),
  'gap': count => ({ what: `有 ${count} 处空隙没有图片。`, todo: '这些地方将显示背景。' }),
  'clipping': count => ({ what: `混音有 ${count} 处削波。`, todo: '限幅器会处理，但可能听得出来。请降低那里片段的增益。' }),
  'disabled': count => ({ what: `${count} 个片段已停用，不会交付。`, todo: '可在时间线中启用。' }),
  'not-signable': (_count, example) => ({ what: `无法用内容凭证签名${notSigned[example] ?? '。'}`, todo: '请在“设置 → 交付”中设置证书，或关闭签名。' }),
  'certificate-ends': (_count, example) => ({ what: `内容凭证的证书将于 ${example} 到期。`, todo: '请申请新证书，并在“设置 → 交付”中选择它。' }),
  'too-large-to-sign': (_count, example) => ({ what: `文件约 ${example}，可能过大，无法在这里签名。`, todo: '如果无法签名，将不会交付。请选择较小的预设或范围，或关闭签名。' }),
  'off-target': () => ({ what: '时长与目标不符。', todo: '目标时长在时间线中设置。' }),
  'too-long': (_count, example) => ({ what: isPlatformName(example) ? `超出 ${example} 的时长。` : '超出短视频平台的时长。', todo: '请设置入点和出点，或剪短。' }),
  'chapters': (_count, example) => ({ what: ofChapters[example] ?? 'YouTube 不会显示章节。', todo: '请在时间线中移动、增删命名标记，或不使用章节交付。' }),
  'caption-old': count => ({ what: `${count} 条字幕是之前版本的文字。`, todo: '请在时间线中采用新文字，或保留原文字。' }),
  'caption-fast': count => ({ what: `${count} 条字幕太快，来不及读。`, todo: '请延长显示时间，或精简文字。' }),
  'caption-outside': count => ({ what: `${count} 条字幕超出安全区。`, todo: '请拆分字幕，或缩小字号。' }),
  'missing-letters': (count, example) => ({ what: `${count} 条字幕或标题含有 Takeroom 的字体中没有的字符：${example}。`, todo: '它们会显示为空框。请改用其他写法。' }),
}
