/**
 * True in a Cloudflare worker, which may generate code only at startup. `navigator` would identify workers as well, but
 * Node loads more modules when `navigator` is first read.
 */
export const isCloudflareWorker = 'WebSocketPair' in globalThis
