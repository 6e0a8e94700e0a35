/**
 * True in a Cloudflare worker, which may generate code only at startup. `navigator` would identify workers as well, but
 * reading it makes Node load it.
 */
export const isCloudflareWorker = 'WebSocketPair' in globalThis
