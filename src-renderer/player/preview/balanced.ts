/** Makes the sides of a sound as loud as the mix of a delivery makes them. */
import type { Balance } from '#rules/sequence/balance.ts'

/** What to connect: the node itself where nothing changes. A mono sound becomes one of two sides. */
export function balanced(node: GainNode, balance: Balance | null): AudioNode {
  if (!balance)
    return node
  const { context } = node
  node.channelCount = 2
  node.channelCountMode = 'explicit'
  const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 })
  const merger = new ChannelMergerNode(context, { numberOfInputs: 2 })
  node.connect(splitter)
  for (const [side, gain] of [balance.left, balance.right].entries()) {
    const own = new GainNode(context, { gain })
    splitter.connect(own, side)
    own.connect(merger, 0, side)
  }
  return merger
}
