/** Words of speed ramps. */
export const timelineRamp = {
  name: 'Ramp',
  none: 'None',
  byPoints: 'By points',
  templates: { 'ease-in': 'Ease in', 'ease-out': 'Ease out', 'bullet-time': 'Bullet time' },
  points: 'Points of the ramp',
  time: (number: number) => `Time of point ${number}`,
  speed: (number: number) => `Speed of point ${number}`,
  easing: (number: number) => `Change from point ${number} to the next`,
  remove: (number: number) => `Remove point ${number}`,
  add: 'Add point at playhead',
  keepsPitch: 'Keep pitch',
  why: {
    backwards: 'Play it forwards to change the ramp.',
  },
}
