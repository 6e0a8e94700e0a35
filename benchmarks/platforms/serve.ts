type Fetch = (request: Request, info: unknown) => Response | Promise<Response>

declare const Bun: undefined | { serve(options: object): unknown }
declare const Deno: { serve(options: object, fetch: Fetch): unknown }

const hostname = '127.0.0.1'
const port = Number(process.env.PORT)

/** Serves on the platform that runs this. */
export function serve(fetch: Fetch): void {
  if (typeof Bun === 'undefined') Deno.serve({ port, hostname, onListen() {} }, fetch)
  else Bun.serve({ port, hostname, maxRequestBodySize: 2 * 1024 * 1024, fetch })
}
