/** Filters of ffmpeg that draw one layer: the right frames of its file, cut, scaled, turned, moved and faded. */
import type { Part, Size } from '#rules/sequence/placement.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { PixelForm } from '../probe/colour.ts'
import type { Cut } from './cut.ts'
import type { Layer, Point, SourceFacts } from './layer.ts'
import type { SegmentJob } from './segment-job.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { movedAt } from '#rules/sequence/motion.ts'
import { framesUntil } from '#rules/sequence/ramp.ts'
import { placedAt, sourceFrameAt } from '#rules/sequence/resolve.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { deepRgb, exactly, filmColours } from '../probe/colour.ts'
import { uprightFilters } from '../probe/orient.ts'
import { toneMapFilters } from '../probe/tone-map.ts'
import { cropFilters } from './crop-mask.ts'
import { backgroundColour, formOf, holdLast, isGrey, rateOf } from './drawing.ts'
import { expressionOf, firstSeen, number } from './expressions.ts'
import { gradeFilters } from './grade-filters.ts'
import { hasMask, hasMovingGrade, ungraded } from './graded-layer.ts'
import { boxOf, courseIn, hidesAll, inPicture, isCropMoving, isMoving, partIn, partOnScreen, placementAt, shiftIn, turn } from './layer.ts'

/**
 * How the pixels are kept while they are drawn: RGB with alpha, premultiplied, so that edges and moves stay clean, of eight bits or of
 * sixteen
 * as the source stores its light; or opaque.
 */
export type Canvas = 'clear' | 'deep' | 'opaque'

export type Way = 'seek' | 'read-from-start'

/** Seeking a little early, so that rounding never drops the frame that is wanted. */
const seekEarlySeconds = 0.002
/** Where a frame of the source comes just between two of the sequence, the earlier one shows it, as in the preview. */
const tieSeconds = 0.001
/** A picture is never enlarged beyond this before it is drawn: what is larger on the screen is cut first. */
const mostPixels = 4096
/** What is outside the picture, around it: it must be there to be seen through. Even, so that halved colours keep their place. */
const border = 2
/** The same for the frames of a layer: one that lasts for nothing would be twice at its moment, and all that follow a frame late. */
export function held(layer: Pick<Layer, 'picture' | 'from'>, plan: Pick<RenderPlan, 'rate'>): string[] {
  return [holdLast, ...hasMask(layer) ? [`fps=${rateOf(plan)}`] : []]
}

/**
 * From this frame on, counted from zero, of frames without an end: `fps` would lose the last one. What `setpts` has moved has no rate and
 * no length any more in ffmpeg 7, where `holdLast` would then stop for ever.
 */
export function fromFrame(first: number, plan: RenderPlan): string[] {
  return [`trim=start_frame=${first}`, 'setpts=PTS-STARTPTS', `fps=${rateOf(plan)}:start_time=0`]
}

type Reading = Pick<SegmentJob, 'plan' | 'decoderThreads'>

/** The file from the first frame of the segment on, or from its beginning. */
export async function layerInput(layer: Layer, { plan, decoderThreads }: Reading, way: Way): Promise<string[]> {
  const { file } = layer.picture
  if (file === null)
    return []
  if (file.medium === 'picture')
    return fileInput(file.path, ['-noautorotate'])
  const seek = seekOf(layer, plan, way)
  const decoder = layer.source?.decoder ?? null
  return fileInput(file.path, [
    ...(decoderThreads === undefined ? [] : ['-threads', String(decoderThreads)]),
    ...(decoder === null ? [] : ['-c:v', decoder]),
    ...(seek > 0 ? ['-ss', seek.toFixed(6)] : []),
  ])
}

/** In seconds of the source. */
function seekOf(layer: Layer, plan: RenderPlan, way: Way): number {
  const first = firstFrameOf(layer)
  return Math.max(0, secondsOfFrames(first - skippedOf(layer, first, plan, way), plan.rate) - seekEarlySeconds)
}

/** Frames that are read before the first one that is wanted: that one is seen until the next one comes. */
function skippedOf({ source }: Layer, first: number, { rate }: RenderPlan, way: Way): number {
  const lookBackSeconds = source?.lookBackSeconds ?? 1
  return way === 'seek' ? Math.min(first, Math.ceil(lookBackSeconds * rate.numerator / rate.denominator)) : first
}

/** The frame of the source that is read first for the segment. */
export function firstFrameOf(layer: Layer): number {
  const { picture, from } = layer.picture.isReversed ? turnedRound(layer).forwards : layer
  return sourceFrameAt(picture, from)
}

/** One frame of the source for each of the segment, though not yet beyond the end of the file. */
export async function frameFilters(layer: Layer, plan: RenderPlan, way: Way): Promise<string[]> {
  const { file, sourceLength, isReversed, isFrozen } = layer.picture
  if (file?.medium === 'picture') {
    return [
      ...[await uprightFilters(file.path), 'trim=end_frame=1', `fps=${rateOf(plan)}:start_time=0`].filter(Boolean),
      ...gradeFilters(layer, plan),
    ]
  }
  if (isReversed && !isFrozen)
    return reversedFilters(layer, plan, way)
  const first = firstFrameOf(layer)
  const skip = skippedOf(layer, first, plan, way)
  // Reading that began early counts from there.
  const start = seekOf(layer, plan, way) > 0 ? seekEarlySeconds : 0
  const left = (sourceLength ?? first + 1) - first
  const graded = gradeFilters(layer, plan)
  // One grade for each frame of the film, else one for each of the source.
  const isGradedLast = hasMovingGrade(layer)
  return [
    // Timestamps are kept, so that a clip whose picture begins late stays in sync with its sound.
    // `pass`: the last frame counts, however briefly it is shown; a file of one may be shorter than half a frame of the film.
    `fps=${rateOf(plan)}:start_time=${start + tieSeconds}:eof_action=pass`,
    ...(skip > 0 ? [holdLast, ...fromFrame(skip, plan)] : []),
    `trim=end_frame=${isFrozen ? 1 : left}`,
    ...(isGradedLast ? [] : graded),
    ...(isFrozen ? [] : pacedFilters(layer, plan)),
    ...(isGradedLast ? graded : []),
    ...(layer.source?.colours.hdr && formOf(plan).light === 'sdr' ? toneMapFilters(layer.source.colours.hdr) : []),
  ]
}

/** A source frame is first seen where `sourceFrameAt` reaches it. */
function pacedFilters(layer: Layer, plan: RenderPlan): string[] {
  const { speed, ramp, in: begins } = layer.picture
  // Before the beginning of the file its first frame is held.
  const isHeld = begins * 100 + layer.from * speed < 0
  if (speed === 100 && !ramp && !isHeld)
    return []
  const first = ramp || isHeld ? firstSeen(shownFrames(layer)) : `ceil((100*N-${(layer.from * speed) % 100})/${speed})`
  return [holdLast, `setpts='max(0,${first})'`, `fps=${rateOf(plan)}:start_time=0`]
}

/** The frames of the source that a segment shows, forwards, counted from its first one. */
export function shownFrames({ picture, from, frames }: Pick<Layer, 'picture' | 'from' | 'frames'>): number[] {
  const first = sourceFrameAt(picture, from)
  return Array.from({ length: frames }, (_, at) => sourceFrameAt(picture, from + at) - first)
}

/** The frames of a segment, the last one first: read forwards, and turned round. Before the beginning of the file its first frame is held. */
async function reversedFilters(layer: Layer, plan: RenderPlan, way: Way): Promise<string[]> {
  const { forwards, before } = turnedRound(layer)
  // Graded frames are larger, and all of them are kept until they are turned round.
  return [
    ...await frameFilters({ ...forwards, picture: ungraded(forwards.picture) }, plan, way),
    holdLast,
    ...backwards(layer.frames - before, plan),
    ...gradeFilters(layer, plan),
  ]
}

/** So many frames, the last one first. */
export function backwards(frames: number, plan: RenderPlan): string[] {
  return [
    `trim=end_frame=${frames}`,
    'reverse',
    'setpts=N',
    `settb=${plan.rate.denominator}/${plan.rate.numerator}`,
    'setpts=N',
    `fps=${rateOf(plan)}:start_time=0`,
  ]
}

/** The same frames forwards, and how many of them would be before the beginning of the file. */
function turnedRound(layer: Layer): { forwards: Layer, before: number } {
  const { isReversed: _, ...picture } = layer.picture
  const from = layer.picture.length - layer.from - layer.frames
  const first = Math.ceil(framesUntil(picture, 0))
  const before = Math.min(layer.frames - 1, Math.max(0, first - from))
  return { forwards: { ...layer, picture, from: from + before, frames: layer.frames - before }, before }
}

/** The layer in a box of the frame. Between `[in]` and `[out]` of a filter graph; `frames` come from `frameFilters`. */
export function drawingFilters(
  layer: Layer,
  screen: RenderPlan,
  canvas: Canvas,
  frames: readonly string[],
): { filters: string[], box: Part, form: PixelForm | 'gbrap16le' } | null {
  const { source } = layer
  const touched = boxOf(layer, screen)
  const part = partIn(layer)
  if (source === null || touched === null || part === null)
    return null
  const form = canvas === 'clear' ? 'gbrap' : canvas === 'deep' ? 'gbrap16le' : opaqueForm(layer, screen)
  const box = form === 'yuv420p' ? inEvenNumbers(touched) : touched
  const cut = cutOf(layer, screen, part, source)
  const { x, y } = cut.inside
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const size = { width: Math.max(cut.width + 2 * border, width), height: Math.max(cut.height + 2 * border, height) }
  const moving = isMoving(layer)
  const drawn = form === 'gbrap16le'
    ? [deeply(layer, screen, { box, size, cut })]
    : inPlanes(`perspective=sense=source:interpolation=linear:eval=${moving ? 'frame' : 'init'}:${corners(layer, screen, box, size, cut)}`, form)
  const crop = `crop=${width}:${height}:0:0:exact=1`
  return {
    box,
    form,
    filters: [
      ...frames,
      ...pixels(source, cut, form),
      `crop=${cut.width}:${cut.height}:${x}:${y}:exact=1`,
      `pad=${size.width}:${size.height}:${border}:${border}:${canvas === 'opaque' ? backgroundColour(screen) : 'black@0'}`,
      // A picture that is held moves on.
      ...(moving ? held(layer, screen) : []),
      ...(isCropMoving(layer) ? cropFilters(layer, screen, { cut, size, form }) : []),
      ...drawn,
      crop,
      ...(moving ? [] : held(layer, screen)),
    ],
  }
}

/**
 * `perspective` takes most of the time that a segment takes, and works on every sample: fewer samples are drawn sooner. But a colour of the
 * background that is no grey would be mistaken in YUV, where it is seen.
 */
function opaqueForm(layer: Layer, screen: RenderPlan): PixelForm {
  if (!isGrey(screen) && !hidesAll(layer, screen))
    return 'gbrp'
  // Halved colours are next to their pixels: turned, they would come apart from them, and a crop may begin at any pixel.
  const { crop: { left, top, right, bottom }, rotation } = movedAt(layer.picture, layer.from)
  const isUpright = turn(rotation).cos === 1 && courseIn(layer, 'rotation').to === courseIn(layer, 'rotation').from
  return left + top + right + bottom === 0 && isUpright ? 'yuv420p' : 'yuv444p'
}

function inEvenNumbers({ left, top, right, bottom }: Part): Part {
  const [down, up] = [(value: number) => 2 * Math.floor(value / 2), (value: number) => 2 * Math.ceil(value / 2)]
  return { left: down(left), top: down(top), right: up(right), bottom: up(bottom) }
}

/** `perspective` knows eight bits only. This computes the same, some twenty times as slowly. */
function deeply(
  layer: Layer,
  screen: RenderPlan,
  { box, size, cut }: { readonly box: Part, readonly size: Size, readonly cut: Cut },
): string {
  const [left, top] = [box.left + 0.5, box.top + 0.5]
  const place = (axis: 'x' | 'y'): string => {
    const at = (x: number, y: number): string => placeOf(layer, screen, { x, y }, cut, axis).replaceAll('on-1', 'N')
    // It is the same for each pixel of a frame: only what a corner differs by is multiplied.
    const corner = `(${at(left, top)})`
    return `${corner}+X/${size.width}*((${at(left + size.width, top)})-${corner})+Y/${size.height}*((${at(left, top + size.height)})-${corner})`
  }
  const [x, y] = [place('x'), place('y')]
  return `geq=interpolation=bilinear:${['r', 'g', 'b', 'a'].map(name => `${name}='${name === 'a' ? 'alpha' : name}(${x},${y})'`).join(':')}`
}

/** `perspective` knows no RGB, and would convert it; planes are all the same to it. */
function inPlanes(filter: string, form: PixelForm): string[] {
  if (form === 'yuv444p' || form === 'yuv420p')
    return [filter]
  const planes = 'mergeplanes=map0p=0:map1p=1:map2p=2:map3p=3'
  return [`${planes}:format=${form === 'gbrap' ? 'yuva444p' : 'yuv444p'}`, filter, `${planes}:format=${form}`]
}

function cutOf(layer: Layer, screen: Size, part: Part, source: SourceFacts): Cut {
  const seen = partOnScreen(layer, screen)
  // A margin of some pixels, in even numbers for the sake of halved colours.
  const from = (share: number, whole: number): number => Math.max(0, 2 * Math.floor((share * whole - 4) / 2))
  const to = (share: number, whole: number): number => Math.min(whole, 2 * Math.ceil((share * whole + 4) / 2))
  const [left, top] = [from(Math.max(part.left, seen.left), source.width), from(Math.max(part.top, seen.top), source.height)]
  const taken = {
    x: Math.min(left, source.width - 1),
    y: Math.min(top, source.height - 1),
    width: Math.max(1, to(Math.min(part.right, seen.right), source.width) - left),
    height: Math.max(1, to(Math.min(part.bottom, seen.bottom), source.height) - top),
  }
  const [first, last] = [placementAt(layer, 0, screen), placementAt(layer, layer.frames - 1, screen)]
  const scaled = {
    width: clamp(taken.width / source.width * Math.max(first.width, last.width), mostPixels),
    height: clamp(taken.height / source.height * Math.max(first.height, last.height), mostPixels),
  }
  const insideOf = (low: number, high: number, whole: number, start: number, length: number, pixels: number): [number, number] => {
    const at = (share: number): number => Math.round((share * whole - start) / length * pixels)
    const begin = Math.min(pixels - 1, Math.max(0, at(low)))
    return [begin, Math.max(1, Math.min(pixels, at(high)) - begin)]
  }
  const [x, width] = insideOf(part.left, part.right, source.width, taken.x, taken.width, scaled.width)
  const [y, height] = insideOf(part.top, part.bottom, source.height, taken.y, taken.height, scaled.height)
  return { border, taken, scaled, inside: { x, y }, width, height }
}

/** Even, for the sake of halved colours. */
function clamp(pixels: number, most: number): number {
  return Math.max(2, Math.min(most, 2 * Math.round(pixels / 2)))
}

function pixels(source: SourceFacts, { taken, scaled }: Cut, form: PixelForm | 'gbrap16le'): string[] {
  const isWhole = taken.width === source.width && taken.height === source.height
  const crop = isWhole ? [] : [`crop=${taken.width}:${taken.height}:${taken.x}:${taken.y}:exact=1`]
  const size = `w=${scaled.width}:h=${scaled.height}`
  const square = `w=${source.width}:h=${source.height}`
  if (form === 'gbrap16le')
    return [`scale=${square}`, ...crop, ...deepRgb(source.colours, { size }), 'setsar=1']
  if (source.hasAlpha && form === 'gbrap') {
    // What is clear has colours, too, that would be seen where it is made smaller.
    const clear = [...filmColours(source.colours, form, { size: square, isLarger: true }), 'premultiply=inplace=1']
    return [...clear, ...crop, `scale=${size}:${exactly}`, 'format=gbrap', 'setsar=1']
  }
  const isLarger = scaled.width * scaled.height > taken.width * taken.height
  return [`scale=${square}`, ...crop, ...filmColours(source.colours, form, { size, isLarger }), 'setsar=1']
}

/** For each corner of the drawn picture the place in the padded one that is seen there. Pixels count from their middles. */
function corners(layer: Layer, screen: Size, box: Part, size: Size, cut: Cut): string {
  const [left, top] = [box.left + 0.5, box.top + 0.5]
  const [right, bottom] = [left + size.width, top + size.height]
  const all: Point[] = [{ x: left, y: top }, { x: right, y: top }, { x: left, y: bottom }, { x: right, y: bottom }]
  return all.flatMap((corner, at) => [`x${at}='${placeOf(layer, screen, corner, cut, 'x')}'`, `y${at}='${placeOf(layer, screen, corner, cut, 'y')}'`]).join(':')
}

function placeOf(layer: Layer, screen: Size, corner: Point, cut: Cut, axis: 'x' | 'y'): string {
  const side = axis === 'x' ? 'width' : 'height'
  const source = layer.source?.[side] ?? 1
  const perSource = cut.scaled[side] / cut.taken[side]
  // From the share of the picture to a place in the padded cut, which begins after its border.
  const [factor, shift] = [source * perSource, border - cut.taken[axis] * perSource - cut.inside[axis] - 0.5]
  const first = placementAt(layer, 0, screen)
  if (!isMoving(layer))
    return number(inPicture(first, corner)[axis] * factor + shift)
  const zoom = shiftIn(layer, 'scale')
  const at = (property: 'x' | 'y' | 'scale'): string => {
    const own = expressionOf(courseIn(layer, property))
    const enlarged = zoom ? `(${own}*${expressionOf(zoom)})` : own
    const shift = property === 'scale' ? null : shiftIn(layer, property)
    return shift ? `(${enlarged}+${expressionOf(shift)})` : enlarged
  }
  const unmoved = first[side] / placedAt(layer.picture, layer.from).scale
  const across = `(${number(corner.x - screen.width / 2)}-${screen.width}*${at('x')})`
  const down = `(${number(corner.y - screen.height / 2)}-${screen.height}*${at('y')})`
  const far = axis === 'x' ? turnedBy(layer, across, down, '+') : turnedBy(layer, down, across, '-')
  return `(${far}/(${number(unmoved)}*${at('scale')})+0.5)*${number(factor)}+${number(shift)}`
}

/** `one` and `other` turned back by the rotation of the picture. */
function turnedBy(layer: Layer, one: string, other: string, sign: '+' | '-'): string {
  const course = courseIn(layer, 'rotation')
  if (course.from !== course.to) {
    const angle = `(${expressionOf(course)}*PI/180)`
    return `(cos(${angle})*${one}${sign}sin(${angle})*${other})`
  }
  const { cos, sin } = turn(course.from)
  return sin === 0 && cos === 1 ? one : `(${number(cos)}*${one}${sign}${number(sin)}*${other})`
}
