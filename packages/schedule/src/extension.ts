import { ScheduleAttribute, type Extension } from 'fw'
import { ScheduleStore } from './claims/schedule-store.ts'
import { planSchedules } from './plan-schedules.ts'
import { ScheduleRegistry } from './schedule-registry.ts'
import { storeFactory } from './stores/store-factory.ts'

/** Plans what is marked `@Schedule`, and adds the commands `schedule:…`. */
export const extension: Extension = {
  attributes: [ScheduleAttribute],

  async extend({ container, config, classes }) {
    const timeZone = config.string('FW_TIME_ZONE', 'UTC')
    const registry = new ScheduleRegistry()
    for (const type of classes) {
      for (const plan of await planSchedules(type, { container, timeZone })) registry.add(plan)
    }
    container.instance(ScheduleRegistry, registry)
    if (!container.has(ScheduleStore)) container.bind(ScheduleStore, await storeFactory(config))
    // What cannot work is said at boot; an application without schedules can do without a store.
    if (registry.plans.length > 0) container.get(ScheduleStore)
  },

  async commands() {
    return (await import('./commands/schedule-commands.ts')).scheduleCommands
  },
}
