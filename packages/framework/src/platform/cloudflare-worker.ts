/** Whether this is a Cloudflare worker: it may generate code while it starts, and not while it answers. */
export const isCloudflareWorker = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
