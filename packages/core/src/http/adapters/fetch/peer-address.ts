import { isCloudflareWorker } from '../../../base/platform/cloudflare-worker.ts'

/** Returns the address of the client as provided by the platform, or undefined. */
export function peerAddress(request: Request, info: unknown): string | undefined {
  if (isCloudflareWorker) return cloudflareAddress(request)
  if (typeof info !== 'object' || info === null) return undefined
  const { peer, requestIP, remoteAddr } = info as PlatformInfo
  if (typeof peer === 'string') return peer
  if (typeof requestIP === 'function') return requestIP.call(info, request)?.address
  return remoteAddr?.hostname
}

/**
 * The second argument of the platform's handler. Tests and wrappers set `peer`, Bun `requestIP`, and Deno `remoteAddr`.
 */
interface PlatformInfo {
  readonly peer?: unknown
  readonly requestIP?: (request: Request) => { readonly address: string } | null
  readonly remoteAddr?: { readonly hostname?: string }
}

/**
 * Returns the address that Cloudflare sets. Only Cloudflare provides `colo`; on other platforms the client could have
 * sent the header.
 */
function cloudflareAddress(request: Request): string | undefined {
  const { cf } = request as { readonly cf?: { readonly colo?: unknown } | null }
  if (typeof cf?.colo !== 'string') return undefined
  return request.headers.get('cf-connecting-ip') ?? undefined
}
