/** The settings for the contestants of the row `guarded`. */
export const origin = 'https://shop.example'

/** Requests a second: never reached. */
export const limit = 1_000_000

export const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"
export const referrerPolicy = 'strict-origin-when-cross-origin'
export const exposed = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id']
export const address = { port: Number(process.env.PORT), host: '127.0.0.1' }
