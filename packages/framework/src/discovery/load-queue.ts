import type * as queue from '@fw/queue'
import { readBundle } from '../platform/bundle.ts'
import { resolveInApplication } from './resolve-installed.ts'

/** `@fw/queue`, where the application has it installed. */
export async function loadQueue(folder: string): Promise<typeof queue | undefined> {
  const bundle = readBundle()
  if (bundle) return bundle.queue?.()
  const address = resolveInApplication('@fw/queue', folder)
  return address === undefined ? undefined : await import(/* @vite-ignore */ address)
}
