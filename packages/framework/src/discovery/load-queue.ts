import type * as queue from '@fw/queue'
import { readBundle } from './bundle.ts'
import { resolveInstalled } from './resolve-installed.ts'

/** `@fw/queue`, where the application has it installed. */
export async function loadQueue(folder: string): Promise<typeof queue | undefined> {
  const bundle = readBundle()
  if (bundle) return bundle.queue?.()
  const address = resolveInstalled('@fw/queue', folder)
  return address === undefined ? undefined : await import(/* @vite-ignore */ address)
}
