/** What went wrong with a job, whether it was charged, and what is safe to do, in Chinese. */
import type { failures as shape } from '../en/failures.ts'
import { blocked, failureKinds, notSigned } from '#rules/text/failures/zh.ts'
import { saidIn } from '#rules/text/found-words.ts'

export const failures = {
  kinds: failureKinds,
  states: {
    queued: '排队中',
    preparing: '准备中',
    sending: '发送中',
    committed: '已发送，等待响应',
    accepted: '服务已接受',
    running: '生成中',
    downloading: '下载中',
    verifying: '校验中',
    done: '完成',
    failed: '失败',
    cancelled: '已取消',
    unsure: '待核实',
    blocked: '已搁置',
  },
  blocked,
  free: { label: '免费', detail: '练习服务不扣费。' },
  charged: {
    no: { label: '未扣费', detail: '这次没有扣费。' },
    yes: { label: '已扣费', detail: '服务已完成任务并扣费。' },
    unknown: { label: '可能已扣费', detail: 'Takeroom 无法得知。扣费情况见服务网站。' },
  },
  unsure: { what: '请求已完整发送，但没有收到响应。', todo: 'Takeroom 绝不会自动重发。请先查看服务网站，再作决定。' },
  notHereYet: '已付费，结果尚未取回。Takeroom 会继续免费查询。',
  wasSent: '上一次点击已生效，没有重复发送。如需再生成一份，请再点一次。',
  hold: {
    until: when => `搁置到 ${when}。`,
    why: {
      model: model => `服务要求稍后再发送 ${model} 的请求。`,
      account: account => `服务要求稍后再发送账户“${account}”的请求。`,
      free: '服务要求稍后再查询结果。',
    },
    act: '立即尝试',
    hint: '只发送一次请求；如仍被拒绝，不会扣费。',
    tried: '正在尝试。',
  },
  partly: {
    what: '只收到了结果的一部分。它已保存为素材，并标为不完整。',
    todo: '可以使用这一部分，也可以重新生成（可能再次扣费）。Takeroom 绝不会自动重发。',
  },
  notSigned,
  missingPart: (part, all) => `第 ${part} 段，共 ${all} 段`,
  found: said => saidIn('zh', said),
  leadsTo: address => `重定向到 ${address}`,
  said: text => `服务返回：“${text}”`,
  reference: id => `请求 ${id}`,
} satisfies typeof shape
