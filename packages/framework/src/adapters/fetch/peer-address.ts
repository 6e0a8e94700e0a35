import { isCloudflareWorker } from '../../platform/cloudflare-worker.ts'

/** The address of the other end, by what a platform gives beside a request; undefined where it tells none. */
export function peerAddress(request: Request, info: unknown): string | undefined {
  if (isCloudflareWorker) return cloudflareAddress(request)
  if (typeof info !== 'object' || info === null) return undefined
  const { peer, requestIP, remoteAddr } = info as PlatformInfo
  if (typeof peer === 'string') return peer
  if (typeof requestIP === 'function') return requestIP.call(info, request)?.address
  return remoteAddr?.hostname
}

/** Of tests and wrappers, Bun's server, and Deno's info. */
interface PlatformInfo {
  readonly peer?: unknown
  readonly requestIP?: (request: Request) => { readonly address: string } | null
  readonly remoteAddr?: { readonly hostname?: string }
}

/** Cloudflare replaces the header, and alone says which of its places answers; elsewhere it is what the client wrote. */
function cloudflareAddress(request: Request): string | undefined {
  const { cf } = request as { readonly cf?: { readonly colo?: unknown } | null }
  if (typeof cf?.colo !== 'string') return undefined
  return request.headers.get('cf-connecting-ip') ?? undefined
}
