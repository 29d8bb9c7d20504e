/** A program of the graphics card from its two sources, with its uniforms by name. Must not: know what it draws. */

export type GlProgram = {
  /** What is drawn next, and the uniforms that are set, are this program's. */
  readonly take: () => void;
  readonly program: WebGLProgram;
  readonly at: (uniform: string) => WebGLUniformLocation | null;
};

/** Throws with the card's own words when it does not take them. */
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
