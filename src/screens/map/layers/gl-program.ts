/** Compiles a WebGL program and looks up its uniforms. */

export type GlProgram = {
  /** Makes this program current for draw calls and uniforms. */
  readonly take: () => void;
  readonly program: WebGLProgram;
  readonly at: (uniform: string) => WebGLUniformLocation | null;
};

/** Throws with the driver's message if it does not compile. */
export function glProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): GlProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('The graphics context is lost.');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const why = gl.getAttachedShaders(program)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
    throw new Error(`The graphics card refused a program: ${gl.getProgramInfoLog(program)} ${why.join(' ')}`);
  }
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    take: () => gl.useProgram(program),
    at(uniform) {
      const known = places.get(uniform);
      if (known !== undefined) return known;
      const place = gl.getUniformLocation(program, uniform);
      places.set(uniform, place);
      return place;
    },
  };
}
