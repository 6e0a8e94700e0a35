import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join, posix } from 'node:path'

/**
 * Returns the number of whole processors that this process may use: all of the machine, or fewer if its cgroups limit
 * them, but at least 1.
 */
export function usableProcessors(root = '/'): number {
  const quotas = cgroupsOf(root, 'cpu').flatMap((folder) => quotaOf(root, folder) ?? [])
  return Math.max(1, Math.floor(Math.min(availableParallelism(), ...quotas)))
}

/** Returns the memory limit of this process's cgroups in bytes; undefined if there is no limit. */
export function memoryLimit(): number | undefined {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : undefined
}

/** Returns the cgroups of this process with their parents, because the limits of all of them apply. */
function cgroupsOf(root: string, controller: string): string[] {
  const lines = read(root, 'proc/self/cgroup')?.split('\n') ?? []
  const paths = lines.flatMap((line) => {
    const [, controllers = '', path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    const matches = controllers === '' || controllers.split(',').includes(controller)
    return line !== '' && matches ? [join(folderOf(controllers), path)] : []
  })
  // In a container, the host's path may not exist, and the limits are at the root.
  return [...new Set([...paths.flatMap(withParents), hierarchy, `${hierarchy}/cpu`])]
}

const hierarchy = 'sys/fs/cgroup'

/** Returns the root of a tree of cgroups. Version 2 has a single tree, version 1 one tree for each controller. */
function folderOf(controllers: string): string {
  return controllers === '' ? hierarchy : `${hierarchy}/${controllers}`
}

function withParents(path: string): string[] {
  const paths: string[] = []
  for (let each = path; each.startsWith(hierarchy); each = posix.dirname(each)) paths.push(each)
  return paths
}

/** Returns the quota in processors, such as 1.5. */
function quotaOf(root: string, folder: string): number | undefined {
  const [quota, period] =
    read(root, `${folder}/cpu.max`)?.split(' ').map(Number) ??
    ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => Number(read(root, `${folder}/${name}`)))
  const processors = Number(quota) / Number(period)
  return Number.isFinite(processors) && processors > 0 ? processors : undefined
}

function read(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8').trim()
  } catch {
    return undefined
  }
}
