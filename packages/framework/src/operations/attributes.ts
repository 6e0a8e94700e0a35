import { parseDuration } from '../config/units.ts'
import { attribute } from '../reflection/attribute.ts'

const probes = ['ready', 'live', 'report'] as const

/** Who asks for a check: whoever sends requests here, whoever restarts the process, or people alone. */
export type ProbeName = (typeof probes)[number]

/** Whom a check concerns, and how long it may take. */
export interface HealthCheckOptions {
  /**
   * `ready` (the default): while it is down, the process gets no requests. `live`: while it is down, the process is to be
   * replaced. `report`: it stands in `/health` alone.
   */
  readonly probe?: ProbeName
  /** A duration such as `500ms`, after which the check is down; `2s` when left out. */
  readonly timeout?: string
}

export class HealthCheckAttribute {
  readonly check: string
  readonly probe: ProbeName
  readonly timeout: string
  /** Of the timeout. */
  readonly milliseconds: number

  constructor(name: string, options: HealthCheckOptions = {}) {
    const { probe = 'ready', timeout = '2s' } = options
    if (typeof name !== 'string' || !/^[\w.:-]{1,100}$/.test(name)) {
      throw new TypeError(
        `the name of a health check is 1 to 100 letters, digits, "_", ".", ":" and "-", and ${JSON.stringify(name)} is none.`,
      )
    }
    if (!probes.includes(probe)) {
      throw new TypeError(`the probe of the check "${name}" is one of ${probes.join(', ')}.`)
    }
    this.check = name
    this.probe = probe
    this.timeout = timeout
    this.milliseconds = parseDuration(timeout)
    if (this.milliseconds < 1 || this.milliseconds > longest) {
      throw new TypeError(`the timeout of the check "${name}" is from 1ms to 24d.`)
    }
  }
}

/** What a timer can wait. */
const longest = 24 * 86_400_000

/**
 * Marks a method that tells whether something works: when it returns, that is up, and what it returns are details; when
 * it throws, that is down. Its parameters are services, and an `AbortSignal` that its timeout aborts.
 */
export const HealthCheck = attribute(HealthCheckAttribute)
