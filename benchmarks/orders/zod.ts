import { z } from 'zod'
import { type Errors, skuPattern } from './hand-written.ts'

const expected = (message: string) => ({
  error: ({ input }: { input?: unknown }) => {
    if (input === undefined) return 'is required.'
    return input === null ? 'must not be null.' : message
  },
})

/** The order as a zod schema. */
export const OrderSchema = z.object(
  {
    customer: z.object(
      {
        name: z
          .string(expected('must be a string.'))
          .regex(/\S/u, 'must not be blank.')
          .max(100, 'must be at most 100 characters.'),
        email: z.email({
          error: (issue) =>
            issue.code === 'invalid_type'
              ? expected('must be a string.').error(issue)
              : 'must be a valid email address.',
        }),
      },
      expected('must be an object.'),
    ),
    lines: z.array(
      z.object(
        {
          sku: z
            .string(expected('must be a string.'))
            .regex(skuPattern, `must match the pattern ${skuPattern.source}.`),
          quantity: z
            .int(expected('must be an integer.'))
            .gt(0, 'must be greater than 0.')
            .lt(1000, 'must be less than 1000.'),
          price: z
            .number(expected('must be a number.'))
            .gt(0, 'must be greater than 0.')
            .lt(100_000, 'must be less than 100000.'),
        },
        expected('must be an object.'),
      ),
      expected('must be an array.'),
    ),
    note: z
      .string(expected('must be a string.'))
      .max(500, 'must be at most 500 characters.')
      .optional(),
    status: z.enum(['draft', 'placed', 'paid'], expected('must be one of: draft, placed, paid.')),
  },
  expected('must be an object.'),
)

/** Zod's issues in the wording of this benchmark. */
export function toErrors(error: z.ZodError): Errors {
  const errors: Errors = {}
  for (const issue of error.issues) (errors[issue.path.join('.')] ??= []).push(issue.message)
  return errors
}
