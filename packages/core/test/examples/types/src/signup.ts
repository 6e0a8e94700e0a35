import { Body, Post } from '@fw/core'
import { z } from 'zod'

export const signup = z
  .object({
    name: z.string().trim().min(1),
    password: z.string().min(12),
    again: z.string(),
  })
  .refine(({ password, again }) => password === again, {
    path: ['again'],
    error: 'differs.',
  })

export class Signups {
  @Post('/signups')
  create(@Body() body: z.infer<typeof signup>): { welcome: string } {
    return { welcome: body.name }
  }
}
