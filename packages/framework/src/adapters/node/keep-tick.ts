import { createHook } from 'node:async_hooks'

let tick: object | undefined

/**
 * Keeps one object of those that Node makes for each `process.nextTick`. A collection that found none alive would let
 * V8 forget their shape, and V8 makes them by its slowest way from then on: `decisions/a-tick-is-kept.md`.
 */
export function keepTick(): void {
  if (tick) return
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') tick = resource
    },
    // V8 handles promises in a slower way for good once a hook has seen any.
    trackPromises: false,
  }).enable()
  process.nextTick(() => {})
  hook.disable()
}
