/** Chat models (service document 1). The conversation (`messages`) is not a form field: the chat workbench provides it. */
import type { Field, Model } from '#contract/models.ts'
import { choices, field, model, observed } from './field.ts'

const fields: Field[] = [
  field('temperature', 'number', 'sampling', 'Higher is more creative, lower is more predictable. Change this or top_p, not both.', {
    min: 0,
    max: 2,
    step: 0.05,
    default: 1,
  }),
  field('max_tokens', 'integer', 'main', 'Maximum length of the answer, in tokens.', { min: 1, step: 100 }),
  field('top_p', 'number', 'sampling', 'Nucleus sampling: keeps the most likely tokens up to this total probability.', {
    min: 0,
    max: 1,
    step: 0.01,
    default: 1,
  }),
  field('top_k', 'integer', 'sampling', 'Keeps only this many of the most likely tokens.', { min: 0, max: 100, step: 1 }),
  field('min_p', 'number', 'sampling', 'Ignores tokens less likely than this.', { min: 0, max: 1, step: 0.01 }),
  field('repetition_penalty', 'number', 'sampling', '1 is off. Above 1 reduces repetition, below 1 encourages it.', {
    min: 0,
    max: 100,
    step: 0.05,
  }),
  field('reasoning_effort', 'choice', 'style', 'How long a reasoning model thinks before it answers.', {
    choices: choices('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
    default: 'medium',
  }),
  field('separate_reasoning', 'yes-no', 'output', 'Returns the thinking separately from the answer.'),
  field('chat_template_kwargs.thinking', 'yes-no', 'advanced', 'Turns thinking on or off (DeepSeek models).'),
  field('chat_template_kwargs.enable_thinking', 'yes-no', 'advanced', 'Turns thinking on or off (Qwen and GLM models).', { default: true }),
  field('stream', 'yes-no', 'output', 'Streams the answer while it is written.', { default: false }),
]

const texts: readonly (readonly [id: string, label: string])[] = [
  ['gpt-oss-120b', 'gpt-oss 120B'],
  ['kimi-k2-5', 'Kimi K2.5'],
  ['minimax-m2-5', 'MiniMax M2.5'],
  ['glm5', 'GLM 5'],
  ['llama31-8b', 'Llama 3.1 8B'],
  ['deepseek-v31', 'DeepSeek V3.1'],
  ['deepseek-v31-terminus', 'DeepSeek V3.1 Terminus'],
  ['dpsk-3-2', 'DeepSeek 3.2'],
  ['qwen3-8b-fp8', 'Qwen3 8B'],
  ['qwen3-30b-fp8', 'Qwen3 30B'],
  ['qwen3-235b-thinking', 'Qwen3 235B Thinking'],
  ['qwen3-235b-a22b-thinking-2507-fp8', 'Qwen3 235B A22B Thinking 2507'],
  ['qwen3-next-80b-a3b-thinking', 'Qwen3 Next 80B Thinking'],
  ['qwen3-coder-480b', 'Qwen3 Coder 480B'],
  ['qwen3-5-397b', 'Qwen3.5 397B'],
]

const vision: readonly (readonly [id: string, label: string])[] = [
  ['qwen3-vl-30b-instruct', 'Qwen3 VL 30B Instruct'],
  ['qwen3-vl-30b-thinking', 'Qwen3 VL 30B Thinking'],
  ['qwen3-8b-vl', 'Qwen3 VL 8B'],
  ['qwen3-32b-vl', 'Qwen3 VL 32B'],
]

function chat(summary: string, seesPictures: boolean) {
  return ([id, label]: readonly [string, string]): Model =>
    model(id, {
      kind: 'chat',
      label,
      summary,
      fields,
      encoding: 'json',
      canStream: true,
      seesPictures,
      evidence: `${observed}; parameters of service document 1, not every model heeds all`,
    })
}

export const chatModels: readonly Model[] = [
  ...texts.map(chat('Answers and drafts text.', false)),
  ...vision.map(chat('Answers questions about text, images and video.', true)),
]
