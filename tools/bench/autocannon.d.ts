/** Types of autocannon, as far as used here. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    headers?: Record<string, string>;
    connections: number;
    duration: number;
    requests?: { path: string }[];
  }): Promise<{ requests: { average: number }; non2xx: number; '2xx': number; '3xx': number; errors: number }>;
}
