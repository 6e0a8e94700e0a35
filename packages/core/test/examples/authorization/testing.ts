import type { Kernel } from '@fw/core'
import { actingAs } from '@fw/core/testing'
import { User } from './who.ts'

/** Returns the status that a support employee gets. */
export async function statusForSupport(kernel: Kernel, path: string): Promise<number> {
  const request = new Request(`http://localhost${path}`)
  const response = await kernel.fetch(actingAs(request, new User('bob', 'support')))
  return response.status
}
