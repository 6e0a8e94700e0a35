import { type Arbitrary, boolean, constantFrom, nat, record, sample } from 'fast-check'
import type { WaitStage } from './bookkeeping.ts'
import { sends, type Send } from './respond.ts'

/** One request of one client, and the moment at which the client leaves. */
export interface Visit {
  readonly path: string
  readonly send: Send
  /** The middleware responds in place of the method. */
  readonly byMiddleware: boolean
  /** Turns of the event loop that pass at every stage. */
  readonly turns: number
  /** The stage that waits for the departure. */
  readonly wait: WaitStage | 'none'
  readonly leave: Departure
  readonly by: 'close' | 'reset' | 'half-close'
  /** Milliseconds between the moment of the departure and the departure. */
  readonly delay: number
  readonly large: boolean
  readonly chunked: boolean
  readonly expectsContinue: boolean
}

/** The part of the request, or of the response, after which the client leaves. */
export type Departure = (typeof departures)[number]

const departures = [
  'never',
  'half a head',
  'the head',
  'half a body',
  'the body',
  'the response head',
  'the first of the response body',
] as const

const stages = ['outer', 'inner', 'method', 'read', 'after', 'sending'] as const

const reads = [
  'json',
  'form',
  'upload',
  'string',
  'json-in-time',
  'upload-in-time',
  'bytes',
  'request-text',
  'stream',
  'stream-left',
  'cancel',
  'pipe',
  'pipe-failed',
] as const

const withoutBody = ['/read/nothing', '/files/large.txt', '/events', '/quick', '/missing']

const paths = [...reads.map((read) => `/read/${read}`), ...withoutBody]

/** True if requests to the path have a body. */
export function hasBody(path: string): boolean {
  return !withoutBody.includes(path)
}

const visits: Arbitrary<Visit> = record({
  path: constantFrom(...paths),
  send: constantFrom(...sends),
  byMiddleware: boolean(),
  turns: nat(3),
  wait: constantFrom('none', ...stages),
  leave: constantFrom(...departures),
  by: constantFrom('close', 'reset', 'half-close'),
  delay: constantFrom(0, 0, 1, 5),
  large: constantFrom(false, false, false, true),
  chunked: boolean(),
  expectsContinue: constantFrom(false, false, false, true),
})

/** The stage that waits, unless the visitor leaves later or in a way that the server cannot notice there. */
export function waitOf({ wait, leave, by }: Visit): Visit['wait'] {
  if (leave === 'never' || by === 'half-close') return 'none'
  const isLate = leave === 'the response head' || leave === 'the first of the response body'
  return isLate === (wait === 'sending') ? wait : 'none'
}

/** `count` visits, the same ones for the same seed. */
export function sampleVisits(seed: number, count: number): Visit[] {
  return sample(visits, { seed, numRuns: count })
}
