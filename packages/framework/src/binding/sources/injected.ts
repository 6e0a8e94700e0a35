import type { Call } from '../call.ts'
import type { Source } from './source.ts'

/** What the framework hands in by the parameter's type alone. */
export const injected: Readonly<Record<string, (call: Call) => unknown>> = {
  Request: (call) => call.request.toRequest(),
  AbortSignal: (call) => call.request.signal,
}

export function fromRequest(name: string, read: (call: Call) => unknown): Source {
  return { kind: 'request', name, read }
}

/** Leaves the parameter to its default. */
export function fromDefault(name: string): Source {
  return { kind: 'default', name, read: () => undefined }
}
