/** 请求被拒绝的原因：浏览器代替页面显示的文字。 */
import type { refusals as english } from './en.ts'

export const refusals: typeof english = {
  'other-host': () => '这里不提供这个地址。',
  'malformed': () => '请求的地址格式有误。',
  'not-found': () => '未找到。',
  'method': () => '这个地址不接受这种方法。',
  'connection-kind': () => '这个地址用于另一种连接。',
  'other-site': () => '这个请求来自其他网站。',
  'no-origin': () => '这个请求没有说明来源。',
  'content-type': type => `这个地址只接受 ${type}。`,
  'internal': reference => `Takeroom 出现问题（编号 ${reference}）。`,
  'address-expired': () => '这个地址已过期，页面会获取新地址。',
  'code-too-long': () => '内容过长，不是有效的代码。',
  'code-invalid': () => '这个代码无效或已过期。',
  'too-many-codes': () => '错误的代码过多。请等待一分钟。',
  'other-person': () => '这个链接只供启动 Takeroom 的人使用。Takeroom 会显示另一个可手动打开的地址。',
  'link-used': () => '这个链接已使用过。Takeroom 会显示另一个可手动打开的地址。',
  'unknown-page': () => 'Takeroom 不认识这个页面。请用新链接打开。',
}
