import type { HealthQuestion } from '../health.ts'

/** What a worker tells the primary. */
export type Told =
  | { readonly fw: 'ready'; readonly announcement: string; readonly bytes: number }
  /** After an exception that nobody has caught. */
  | { readonly fw: 'ending' }
  | { readonly fw: 'closed' }
  | { readonly fw: 'failed'; readonly text: string }
  | { readonly fw: 'full'; readonly bytes: number }
  | { readonly fw: 'last'; readonly path: string; readonly value: unknown }
  | {
      readonly fw: 'answer'
      readonly id: number
      readonly value?: unknown
      readonly error?: string
    }

/** What the primary asks of a worker. */
export type Asked =
  | { readonly fw: 'report'; readonly question: HealthQuestion }
  | { readonly fw: 'collect'; readonly path: string }

/** What the primary tells a worker. */
export type Order = { readonly fw: 'end' | 'drain' } | (Asked & { readonly id: number })

/** An application may send messages of its own. */
export function isOurs<T extends { readonly fw: string }>(message: unknown): message is T {
  return typeof message === 'object' && message !== null && 'fw' in message
}
