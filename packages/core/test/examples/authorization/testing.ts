import type { Kernel } from '@fw/core'
import { actingAs } from '@fw/core/testing'
import { User } from './who.ts'

/** Returns the status that a support employee gets. */
export async function statusForSupport(
  kernel: Kernel,
  path: string,
): Promise<number> {
  const request = new Request(`http://localhost${path}`)
  const caller = new User('bob', 'support')
  const response = await kernel.fetch(actingAs(request, caller))
  return response.status
}
