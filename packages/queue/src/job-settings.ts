import { parseDuration, type JobSettings, type UniqueSettings } from '@fw/core'

/** The settings that a push may override. Durations are strings such as `30s`. */
export interface JobChanges extends Pick<JobSettings, 'queue' | 'maxAttempts' | 'timeout'> {
  readonly backoff?: readonly string[]
  /** The settings that prevent a second equal job. `false` disables the settings of the class. */
  readonly unique?: UniqueSettings | false
}

/** Checked settings. Settings that were not set are undefined. */
export interface CheckedSettings {
  readonly queue: string | undefined
  readonly maxAttempts: number | undefined
  /** The delays in milliseconds, one for each failed attempt; the last one repeats. */
  readonly backoff: readonly number[] | undefined
  readonly timeout: { readonly text: string; readonly milliseconds: number } | undefined
  readonly unique: Required<UniqueRule> | false | undefined
}

interface UniqueRule {
  /** The parameters to compare. Undefined means all. */
  readonly by: readonly string[] | undefined
  readonly until: 'done' | 'started'
}

/** Creates the error for an invalid setting. */
export type Refuse = (setting: string, expected: string) => Error

/** The name of the default queue. */
export const defaultQueue = 'default'

/** The maximum timeout in milliseconds. Node's timers overflow after 24.8 days. */
const maxTimeout = 24 * 24 * 60 * 60 * 1000

/** The settings that are available both for a push and for a class. */
const pushSettings = ['queue', 'maxAttempts', 'backoff', 'timeout', 'unique'] as const

/** Throws for unknown settings. `extraNames` are settings that only the class, or only the push, can have. */
export function checkNames(settings: object, extraNames: readonly string[], refuse: Refuse): void {
  const known = [...extraNames, ...pushSettings]
  for (const name of Object.keys(settings)) {
    if (known.includes(name)) continue
    const remedy =
      name === 'limit' || name === 'rate'
        ? 'it is not supported. Give the jobs a separate queue, and run one worker for it, with --concurrency'
        : `there is no such setting. The settings are ${known.join(', ')}`
    throw refuse(name, `left out: ${remedy}`)
  }
}

/**
 * Checks and parses settings. `fields` are the parameters of the job's constructor. Throws the
 * error that `refuse` creates.
 */
export function checkSettings(
  settings: JobChanges,
  fields: readonly string[],
  refuse: Refuse,
): CheckedSettings {
  const { queue, maxAttempts, backoff, timeout, unique } = settings
  if (queue !== undefined && !isQueueName(queue)) {
    throw refuse('queue', 'a name of up to 100 letters, digits, ".", "-" and "_"')
  }
  if (maxAttempts !== undefined && !(Number.isSafeInteger(maxAttempts) && maxAttempts >= 1)) {
    throw refuse('maxAttempts', 'a whole number of 1 or more')
  }
  return {
    queue,
    maxAttempts,
    backoff: backoff && checkBackoff(backoff, refuse),
    timeout: timeout === undefined ? undefined : checkTimeout(timeout, refuse),
    unique: unique && checkUnique(unique, fields, refuse),
  }
}

export function isQueueName(name: unknown): name is string {
  return typeof name === 'string' && /^[\w.-]{1,100}$/.test(name)
}

/** Returns the name of a queue. Throws a `TypeError` if it is invalid. */
export function requireQueueName(name: string): string {
  if (isQueueName(name)) return name
  throw new TypeError(
    `${JSON.stringify(name)} is not a queue name. Use up to 100 letters, digits, ".", "-" and "_".`,
  )
}

function checkBackoff(backoff: readonly string[], refuse: Refuse): number[] {
  const delays = Array.isArray(backoff) ? backoff.map(toMilliseconds) : []
  if (delays.length > 0 && delays.every((delay) => delay !== undefined)) return delays
  throw refuse('backoff', 'a list of durations such as ["10s", "1m"]')
}

function checkTimeout(text: string, refuse: Refuse): CheckedSettings['timeout'] {
  const milliseconds = toMilliseconds(text)
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= maxTimeout) {
    return { text, milliseconds }
  }
  throw refuse('timeout', 'a duration between "1ms" and "24d"')
}

function toMilliseconds(text: unknown): number | undefined {
  try {
    return typeof text === 'string' ? parseDuration(text) : undefined
  } catch {
    return undefined
  }
}

function checkUnique(
  { by, until = 'done' }: UniqueSettings,
  fields: readonly string[],
  refuse: Refuse,
): UniqueRule {
  if (until !== 'done' && until !== 'started') throw refuse('unique.until', '"done" or "started"')
  const names = by === undefined ? undefined : [by].flat()
  if (names && (names.length === 0 || !names.every((name) => fields.includes(name)))) {
    const known = fields.length > 0 ? `: ${fields.join(', ')}` : ', which has no parameters'
    throw refuse('unique.by', `parameters of the constructor${known}`)
  }
  return { by: names, until }
}
