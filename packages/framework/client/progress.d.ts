// Written by fw client, and written anew by its next run

import type { Transport } from './runtime.js'

/**
 * The `transport` of a call in a browser that tells how many bytes have been sent, of how many; `total` is 0 where
 * that is not known.
 */
export declare function xhr(onProgress: (sent: number, total: number) => void): Transport
