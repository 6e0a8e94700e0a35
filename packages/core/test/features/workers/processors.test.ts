import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { usableProcessors } from '../../../src/features/workers/processors.ts'

function system(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fw-processors-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const all = availableParallelism()

const machines: readonly [string, Readonly<Record<string, string>>, number][] = [
  ['without cgroups', {}, all],
  [
    'version 2 without a limit',
    { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': 'max 100000\n' },
    all,
  ],
  [
    'a container of one and a half',
    { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '150000 100000\n' },
    1,
  ],
  ['less than one', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '20000 100000\n' }, 1],
  [
    'a limit of a slice around the service',
    {
      'proc/self/cgroup': '0::/shop.slice/web.service\n',
      'sys/fs/cgroup/shop.slice/web.service/cpu.max': 'max 100000\n',
      'sys/fs/cgroup/shop.slice/cpu.max': '100000 100000\n',
    },
    1,
  ],
  [
    'version 1',
    {
      'proc/self/cgroup': '3:cpu,cpuacct:/docker/1\n1:name=systemd:/docker/1\n',
      'sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_quota_us': '100000\n',
      'sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_period_us': '100000\n',
    },
    1,
  ],
  [
    'version 1 without a limit',
    {
      'proc/self/cgroup': '3:cpu:/\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    },
    all,
  ],
]

for (const [name, files, count] of machines) {
  test(`auto is the number of processors of ${name}`, () => {
    expect(usableProcessors(system(files))).toBe(count)
  })
}
