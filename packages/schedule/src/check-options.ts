import type { ScheduleOptions } from '@fw/core'

const allowedValues = {
  overlap: ['skip', 'wait', 'allow'],
  missed: ['once', 'skip', 'all'],
  on: ['one', 'every'],
} satisfies { readonly [Name in keyof ScheduleOptions]: readonly ScheduleOptions[Name][] }

const known = ['name', 'timeZone', ...Object.keys(allowedValues), 'jitter', 'timeout']

/**
 * Throws the error that `refuse` creates if an option is unknown, or if `overlap`, `missed` or `on` has an invalid
 * value.
 */
export function checkOptions(options: ScheduleOptions, refuse: (problem: string) => Error): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw refuse(`there is no option "${unknown}". Remove it, or use one of ${known.join(', ')}.`)
  }
  for (const [name, allowed] of Object.entries(allowedValues)) {
    const value: unknown = options[name as keyof typeof allowedValues]
    if (value !== undefined && !(allowed as readonly unknown[]).includes(value)) {
      throw refuse(`${name} must be one of ${allowed.join(', ')}.`)
    }
  }
}
