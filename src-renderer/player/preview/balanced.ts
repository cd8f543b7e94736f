/** Makes the sides of a sound as loud as the mix of a delivery makes them. */
import type { Balance } from '#rules/sequence/balance.ts'

export interface Balanced {
  /** What to connect: the node itself where nothing changes. */
  readonly output: AudioNode
  /** The amplitudes of the left and the right side. */
  readonly sides: readonly AudioParam[]
}

/** A mono sound becomes one of two sides. */
export function balanced(node: GainNode, balance: Balance | null): Balanced {
  if (!balance)
    return { output: node, sides: [] }
  const { context } = node
  node.channelCount = 2
  node.channelCountMode = 'explicit'
  const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 })
  const merger = new ChannelMergerNode(context, { numberOfInputs: 2 })
  node.connect(splitter)
  const sides = [balance.left, balance.right].map((gain, side) => {
    const own = new GainNode(context, { gain })
    splitter.connect(own, side)
    own.connect(merger, 0, side)
    return own.gain
  })
  return { output: merger, sides }
}
