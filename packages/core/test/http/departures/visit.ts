import {
  type Arbitrary,
  boolean,
  constantFrom,
  nat,
  record,
  sample,
  shuffledSubarray,
} from 'fast-check'
import type { WaitStage } from './bookkeeping.ts'
import { sends, type Send } from './respond.ts'

/** One request of one client, and the moment at which the client leaves. */
export interface Visit {
  readonly path: string
  readonly send: Send
  /** The middleware responds in place of the method. */
  readonly byMiddleware: boolean
  /** The layers of middleware around the method, the outermost first. */
  readonly layers: readonly Layer[]
  /** Turns of the event loop that pass at every stage. */
  readonly turns: number
  /** The stage that waits for the departure. */
  readonly wait: WaitStage | 'none'
  readonly leave: Departure
  /** A client that stops reads nothing more, and resets the connection later. */
  readonly by: 'close' | 'reset' | 'half-close' | 'stop'
  /** Milliseconds between the moment of the departure and the departure. */
  readonly delay: number
  /** The number of pieces in which each part of the request is sent. */
  readonly pieces: number
  /** Milliseconds between two pieces. */
  readonly gap: number
  /** True if the response is read with pauses. */
  readonly readsSlowly: boolean
  readonly acceptsGzip: boolean
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

export type Layer = (typeof layers)[number]

/** The action of middleware: read the body, replace the response of the method, or throw. */
const layers = ['read', 'replace', 'refuse'] as const

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

export const paths = [...reads.map((read) => `/read/${read}`), ...withoutBody]

/** True if requests to the path have a body. */
export function hasBody(path: string): boolean {
  return !withoutBody.includes(path)
}

/** Visits to one of these paths. */
export function visitsTo(...among: readonly string[]): Arbitrary<Visit> {
  return record({ ...choices, path: constantFrom(...among) })
}

const choices = {
  send: constantFrom(...sends),
  byMiddleware: boolean(),
  layers: shuffledSubarray([...layers]),
  turns: nat(3),
  wait: constantFrom('none', ...stages),
  leave: constantFrom(...departures),
  by: constantFrom('close' as const, 'reset' as const, 'half-close' as const, 'stop' as const),
  delay: constantFrom(0, 0, 1, 5),
  pieces: constantFrom(1, 1, 2, 5),
  gap: constantFrom(0, 1, 3),
  readsSlowly: boolean(),
  acceptsGzip: boolean(),
  large: constantFrom(false, false, false, true),
  chunked: boolean(),
  expectsContinue: constantFrom(false, false, false, true),
}

/** The stage that waits, unless the visitor leaves later or in a way that the server cannot notice there. */
export function waitOf({ wait, leave, by }: Visit): Visit['wait'] {
  if (leave === 'never' || by === 'half-close' || by === 'stop') return 'none'
  const isLate = leave === 'the response head' || leave === 'the first of the response body'
  return isLate === (wait === 'sending') ? wait : 'none'
}

/** `count` visits, the same ones for the same seed. */
export function sampleVisits(seed: number, count: number): Visit[] {
  return sample(visitsTo(...paths), { seed, numRuns: count })
}
