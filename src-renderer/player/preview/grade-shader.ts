/** The arithmetic of grades on the graphics processor: the twin of `gradePixels`, and of ffmpeg's `lut3d` in the render. */
import type { Grade } from '#contract/grade.ts'
import type { Lattice } from '#rules/colour/lattice.ts'
import type { Size } from '#rules/sequence/placement.ts'

export interface ShaderGrader {
  graded: (image: TexImageSource, size: Size, how: { readonly lattice: Lattice | null, readonly grade: Grade }) => OffscreenCanvas
  /** The processor was taken away; it does not come back. */
  readonly isLost: boolean
  close: () => void
}

const corners = `#version 300 es
void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
}`

/** `points` is 0 where the colours stay as they are. Rows of a texture count from the top, those of the screen from the bottom. */
const grading = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler3D;
uniform sampler2D image;
uniform sampler3D lattice;
uniform int points;
uniform vec2 size;
uniform vec2 vignette;
out vec4 drawn;

vec3 colourAt(vec3 place) {
  float most = float(points - 1);
  vec3 scaled = clamp(place, 0.0, 1.0) * most;
  vec3 cell = min(floor(scaled), most - 1.0);
  vec3 into = scaled - cell;
  float far = max(into.x, max(into.y, into.z));
  float near = min(into.x, min(into.y, into.z));
  float middle = into.x + into.y + into.z - far - near;
  // Along the axis in which the colour is farthest first, and along the one in which it is nearest last.
  ivec3 first = into.x >= into.y && into.x >= into.z ? ivec3(1, 0, 0) : into.y >= into.z ? ivec3(0, 1, 0) : ivec3(0, 0, 1);
  ivec3 last = into.z <= into.x && into.z <= into.y ? ivec3(0, 0, 1) : into.y <= into.x ? ivec3(0, 1, 0) : ivec3(1, 0, 0);
  ivec3 from = ivec3(cell);
  return (1.0 - far) * texelFetch(lattice, from, 0).rgb
    + (far - middle) * texelFetch(lattice, from + first, 0).rgb
    + (middle - near) * texelFetch(lattice, from + ivec3(1) - last, 0).rgb
    + near * texelFetch(lattice, from + ivec3(1), 0).rgb;
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
  vec4 straight = texelFetch(image, place, 0);
  vec3 colour = points == 0 ? straight.rgb : colourAt(straight.rgb);
  vec2 fromMiddle = (vec2(place) + 0.5) / size * 2.0 - 1.0;
  float into = clamp((length(fromMiddle) / sqrt(2.0) - vignette.y) / (1.0 - vignette.y), 0.0, 1.0);
  colour *= 1.0 - vignette.x * into * into * (3.0 - 2.0 * into);
  drawn = vec4(colour * straight.a, straight.a);
}`

/** Null where the page has no graphics processor, or not all that it needs of one. */
export function createShaderGrader(): ShaderGrader | null {
  const canvas = new OffscreenCanvas(1, 1)
  const gl = canvas.getContext('webgl2', { alpha: true, premultipliedAlpha: true, antialias: false, depth: false })
  const program = gl && programOf(gl)
  if (!gl || !program)
    return null
  const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name)
  const places = { points: uniform('points'), size: uniform('size'), vignette: uniform('vignette') }
  gl.useProgram(program)
  gl.uniform1i(uniform('image'), 0)
  gl.uniform1i(uniform('lattice'), 1)
  gl.bindVertexArray(gl.createVertexArray())
  textureOf(gl, gl.TEXTURE0, gl.TEXTURE_2D)
  textureOf(gl, gl.TEXTURE1, gl.TEXTURE_3D)
  gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGB32F, 1, 1, 1, 0, gl.RGB, gl.FLOAT, new Float32Array(3))
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  let given: Lattice | null = null

  return {
    graded(image, size, { lattice, grade }) {
      if (canvas.width !== size.width || canvas.height !== size.height)
        [canvas.width, canvas.height] = [size.width, size.height]
      gl.activeTexture(gl.TEXTURE1)
      if (lattice && lattice !== given) {
        const { size: points, values } = lattice
        gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGB32F, points, points, points, 0, gl.RGB, gl.FLOAT, values)
        given = lattice
      }
      gl.activeTexture(gl.TEXTURE0)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image)
      gl.viewport(0, 0, size.width, size.height)
      gl.uniform1i(places.points, lattice?.size ?? 0)
      gl.uniform2f(places.size, size.width, size.height)
      gl.uniform2f(places.vignette, grade.vignette, grade.vignetteStart)
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 3)
      return canvas
    },
    get isLost() {
      return gl.isContextLost()
    },
    close: () => gl.getExtension('WEBGL_lose_context')?.loseContext(),
  }
}

function textureOf(gl: WebGL2RenderingContext, unit: number, target: number): void {
  gl.activeTexture(unit)
  gl.bindTexture(target, gl.createTexture())
  for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(target, side, gl.NEAREST)
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(target, axis, gl.CLAMP_TO_EDGE)
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram()
  for (const [type, text] of [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, grading]] as const) {
    const shader = gl.createShader(type)
    if (!shader)
      return null
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null
}
