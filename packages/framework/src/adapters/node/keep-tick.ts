import { createHook } from 'node:async_hooks'

let tick: object | undefined

/**
 * Keeps alive one of the objects that Node makes for each `process.nextTick`. A garbage collection that finds none lets
 * V8 forget their shape, and V8 creates them in its slowest way from then on: `decisions/a-tick-is-kept.md`.
 */
export function keepTick(): void {
  if (tick) return
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') tick = resource
    },
    // Once a hook has seen a promise, V8 handles all promises in a slower way for good.
    trackPromises: false,
  }).enable()
  process.nextTick(() => {})
  hook.disable()
}
