import { parseDuration } from '../../base/config/units.ts'
import { attribute } from '../../base/reflection/attribute.ts'

const probes = ['ready', 'live', 'report'] as const

/** The probe that runs a check: readiness, liveness, or only the report for humans. */
export type ProbeName = (typeof probes)[number]

/** The probe and the timeout of a check. */
export interface HealthCheckOptions {
  /**
   * The probe that runs the check. `ready` (default): while the check is down, the process gets no requests. `live`:
   * while it is down, the process should be restarted. `report`: the check only appears in `/health`.
   */
  readonly probe?: ProbeName
  /** The time limit of the check, such as `500ms`. After that, the check is down. Default: `2s`. */
  readonly timeout?: string
}

export class HealthCheckAttribute {
  readonly check: string
  readonly probe: ProbeName
  readonly timeout: string
  /** The timeout in milliseconds. */
  readonly milliseconds: number

  constructor(name: string, options: HealthCheckOptions = {}) {
    const { probe = 'ready', timeout = '2s' } = options
    if (typeof name !== 'string' || !/^[\w.:-]{1,100}$/.test(name)) {
      throw new TypeError(
        `the name of a health check must be 1 to 100 letters, digits, "_", ".", ":" and "-", not ${JSON.stringify(name)}.`,
      )
    }
    if (!probes.includes(probe)) {
      throw new TypeError(`the probe of the check "${name}" must be one of ${probes.join(', ')}.`)
    }
    this.check = name
    this.probe = probe
    this.timeout = timeout
    this.milliseconds = parseDuration(timeout)
    if (this.milliseconds < 1 || this.milliseconds > maxTimeout) {
      throw new TypeError(`the timeout of the check "${name}" must be from 1ms to 24d.`)
    }
  }
}

/** The maximum timeout, in milliseconds. The maximum delay of a timer is 24.8 days. */
const maxTimeout = 24 * 86_400_000

/**
 * Marks a method as a health check. If it returns, the check is up, and the return value is published as details; if it
 * throws, the check is down. Its parameters are services, and an `AbortSignal` that is aborted after the timeout.
 */
export const HealthCheck = attribute(HealthCheckAttribute, '…')
