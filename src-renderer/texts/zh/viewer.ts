/** 素材查看器、详情和来源关系的文字。 */
import type { viewer as english } from '../en/viewer.ts'

export const viewer: typeof english = {
  title: '查看器',
  open: '在查看器中打开',
  at: (place, count) => `第 ${place} 个，共 ${count} 个`,
  aside: '不在此列表中',
  hints: {
    picture: '← → 浏览。滚轮或 + − 缩放，0 适合窗口，1 实际大小，拖动平移。',
    video: '← → 浏览。空格播放，J K L 变速，逗号和句号逐帧，R 循环。',
    audio: '← → 浏览。空格播放，J K L 变速。',
    text: '← → 浏览。',
  },
  facts: {
    queued: '排队时间',
    sent: '发送时间',
    took: '用时',
    codec: '编码',
    bitRate: '码率',
    kilobits: n => `${n.toLocaleString('zh')} kbit/s`,
    colours: '色彩',
  },
  request: {
    json: '复制为 JSON',
    curl: '复制为 curl 命令',
    copiedCurl: '已复制。命令从变量 TAKEROOM_KEY 读取密钥；每次运行都是一次新请求，可能扣费。',
  },
  lineage: {
    open: '查看来源关系',
    title: take => `“${take}”的来源关系`,
    hint: '← 由什么生成，→ 生成了什么。按回车键或双击打开。',
    none: '它不是由其他素材生成的，也还没有用它生成任何内容。',
    more: n => `另有 ${n.toLocaleString('zh')} 项未显示。`,
    variation: '变体',
    removed: '已从剧本移除',
    kinds: { take: '素材', line: '台词', voice: '音色', picture: '分镜', sequence: '序列', delivery: '交付' },
  },
}
