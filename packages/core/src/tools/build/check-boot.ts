import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BuiltApplicationFails } from './errors.ts'

/**
 * Boots the built application in a separate process, by running `serve --help`, which boots it first. `program` is the
 * command `fw`, or a bundle. Throws `BuiltApplicationFails`.
 */
export async function checkBoot(folder: string, program: string): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', program, 'serve', '--help'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new BuiltApplicationFails()
}
