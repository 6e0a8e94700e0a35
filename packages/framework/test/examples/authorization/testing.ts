import type { Kernel } from 'fw'
import { actingAs } from 'fw/testing'
import { User } from './who.ts'

/** The status that somebody of the support gets. */
export async function statusForSupport(kernel: Kernel, path: string): Promise<number> {
  const request = new Request(`http://localhost${path}`)
  const response = await kernel.fetch(actingAs(request, new User('bob', 'support')))
  return response.status
}
