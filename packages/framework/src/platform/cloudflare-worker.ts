/**
 * Whether this is a Cloudflare worker: it may generate code while it starts, and not while it answers. Node loads its
 * `navigator`, by whose name workers tell too, only when somebody asks for it.
 */
export const isCloudflareWorker = 'WebSocketPair' in globalThis
