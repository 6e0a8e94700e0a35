import {
  ScheduleAttribute,
  type Class,
  type Config,
  type Container,
  type Extension,
} from '@fw/core'
import { ScheduleStore } from './claims/schedule-store.ts'
import { planSchedules } from './plan-schedules.ts'
import { ScheduleRegistry } from './schedule-registry.ts'
import { storeFactory } from './stores/store-factory.ts'

/** Plans the methods and classes marked with `@Schedule`, and adds the commands `schedule:…`. */
export const extension: Extension = {
  attributes: [ScheduleAttribute],

  async extend({ container, config, classes }) {
    const registry = new ScheduleRegistry()
    const register = registerIn(registry, container, config)
    for (const type of classes) await register(type)
    container.instance(ScheduleRegistry, registry)
    if (!container.has(ScheduleStore)) container.bind(ScheduleStore, await storeFactory(config))
    // Creates the store, so that errors are reported at boot. Applications without schedules do not need a store.
    if (registry.plans.length > 0) container.get(ScheduleStore)
  },

  check: ({ container, config }) => registerIn(new ScheduleRegistry(), container, config),

  async commands() {
    return (await import('./commands/schedule-commands.ts')).scheduleCommands
  },
}

function registerIn(registry: ScheduleRegistry, container: Container, config: Config) {
  const timeZone = config.string('FW_TIME_ZONE', 'UTC')
  return async (type: Class) => {
    for (const plan of await planSchedules(type, { container, timeZone })) registry.add(plan)
  }
}
