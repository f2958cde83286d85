/** What the bench uses of autocannon, which ships no types. */
declare module 'autocannon' {
  export type Request = { path?: string; body?: string; method?: string; headers?: Record<string, string> }
  export type Result = { '2xx': number; non2xx: number; errors: number; duration: number }
  export type Options = {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    requests: { method: string; setupRequest: (request: Request) => Request }[]
  }
  type Instance = Promise<Result> & {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void
  }
  export default function autocannon(options: Options): Instance
}
