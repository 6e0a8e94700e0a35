import { createHook } from 'node:async_hooks'

let tick: object | undefined

/**
 * Keeps a reference to one of the objects that Node creates for `process.nextTick`. If all of them are garbage
 * collected, V8 drops their hidden class and creates them slowly from then on: `decisions/kept-tick-object.md`.
 */
export function keepTick(): void {
  if (tick) return
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') tick = resource
    },
    // Once any hook has tracked promises, V8 handles all promises more slowly.
    trackPromises: false,
  }).enable()
  process.nextTick(() => {})
  hook.disable()
}
