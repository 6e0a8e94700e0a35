import { programs } from '../http/adapters/contract/programs.ts'

/** A platform that can run `fw`, with the words before its arguments. */
export interface Platform {
  readonly name: string
  /** Undefined where npm has no package for this machine. */
  readonly runtime: string | undefined
  readonly program: readonly string[]
}

const fw = 'node_modules/@fw/core/bin/fw'

export const node: Platform = { name: 'Node', runtime: process.execPath, program: [fw] }

export const otherPlatforms: readonly Platform[] = [
  { name: 'Bun', runtime: programs.bun, program: [fw] },
  { name: 'Deno', runtime: programs.deno, program: ['run', '--allow-all', fw] },
]
