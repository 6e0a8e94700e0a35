export { nextTicks, type NextTicksOptions } from './next-ticks.ts'
