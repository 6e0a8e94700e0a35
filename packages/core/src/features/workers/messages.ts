import type { HealthReportKind } from '../health/health.ts'

/** A message from a worker to the primary. */
export type WorkerMessage =
  | { readonly fw: 'ready'; readonly announcement: string; readonly bytes: number }
  /** The worker is ending after an uncaught exception. */
  | { readonly fw: 'ending' }
  | { readonly fw: 'closed' }
  | { readonly fw: 'failed'; readonly text: string }
  | { readonly fw: 'full'; readonly bytes: number }
  | { readonly fw: 'last'; readonly path: string; readonly value: unknown }
  | {
      readonly fw: 'response'
      readonly id: number
      readonly value?: unknown
      readonly error?: string
    }

/** A request from the primary to a worker. */
export type WorkerRequest =
  | { readonly fw: 'report'; readonly kind: HealthReportKind }
  | { readonly fw: 'collect'; readonly path: string }

/** A message from the primary to a worker. */
export type PrimaryMessage =
  | { readonly fw: 'end' | 'drain' }
  | (WorkerRequest & { readonly id: number })

/** True if the framework sent the message, not the application. */
export function isFrameworkMessage<T extends { readonly fw: string }>(
  message: unknown,
): message is T {
  return typeof message === 'object' && message !== null && 'fw' in message
}
