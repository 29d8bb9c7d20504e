/** What of autocannon is used here; the package brings no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    headers?: Record<string, string>;
    connections: number;
    duration: number;
  }): Promise<{ requests: { average: number }; non2xx: number; errors: number }>;
}
