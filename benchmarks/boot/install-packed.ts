import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const packer = join(import.meta.dirname, '../../packaging/pack.ts')

/** Installs `@fw/core` and `@fw/transform` into a folder as they are published, with what they depend on. */
export function installPacked(folder: string): void {
  const packed = join(folder, 'packed')
  execFileSync(process.execPath, [packer, packed])
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const tarballs = ['fw-core-0.1.0.tgz', 'fw-transform-0.1.0.tgz'].map((name) => join(packed, name))
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...tarballs, ...quiet], { cwd: folder })
}
