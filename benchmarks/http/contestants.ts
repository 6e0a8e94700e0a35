import { existsSync } from 'node:fs'

export interface Contestant {
  name: string
  /** A file of the folder `contestants`. It listens on 127.0.0.1 and the port of the variable PORT. */
  program: string
  /** The root of the checkout that has the program; this one by default. */
  root?: string
  /** Modules loaded before the program. */
  imports?: string[]
  /** Added to the environment. */
  env?: Record<string, string>
}

/** The first is the floor; `floor-copy` is the same program once more, as the control. */
export const contestants: Contestant[] = [
  { name: 'floor', program: 'floor.ts' },
  { name: 'floor-copy', program: 'floor.ts' },
  { name: 'fw', program: 'fw.ts', imports: ['@fw/transform/register'] },
  {
    name: 'fw-without-fast-path',
    program: 'fw.ts',
    imports: ['@fw/transform/register'],
    env: { FW_FAST: '0' },
  },
  { name: 'find-my-way+ajv', program: 'find-my-way-ajv.ts' },
  { name: 'fastify', program: 'fastify.ts' },
  { name: 'hono', program: 'hono.ts' },
  {
    name: 'nest',
    program: 'nest.ts',
    imports: [new URL('../lower-decorators.ts', import.meta.url).href],
  },
].filter(({ program }) => existsSync(new URL(`contestants/${program}`, import.meta.url)))
