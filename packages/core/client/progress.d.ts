// Written by fw client. Do not edit: its next run overwrites this file

import type { Transport } from './runtime.js'

/**
 * Returns a `transport` for a call in a browser. The transport reports how many bytes have been sent, and the total;
 * `total` is 0 if the total is unknown.
 */
export declare function xhr(onProgress: (sent: number, total: number) => void): Transport
