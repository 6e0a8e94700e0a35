import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findPrograms } from './find-programs.ts'
import { RedisProcess, waitUntil } from './redis-process.ts'

/** Several processes of Redis that an application uses as one. */
export interface RedisTopology {
  /** How an application is told of it. */
  readonly settings: Readonly<Record<string, string>>
  /** The process that has a key. */
  primaryOf(key: string): Promise<RedisProcess>
  /**
   * Waits until the replicas have all writes until now, which a failover could lose, and then until another process has
   * replaced the one that has a key: because it was killed, is frozen, or on request.
   * Calls `onStarted` when the process no longer responds, or has the request.
   */
  failOver(
    key: string,
    mode: 'kill' | 'freeze' | 'hand over',
    onStarted?: () => void,
  ): Promise<void>
  readonly processes: readonly RedisProcess[]
  stop(): Promise<void>
}

const password = 'of-the-servers'
const sentinelPassword = 'of-the-sentinels'
const run = promisify(execFile)
const common = ['save ""', `requirepass ${password}`, `masterauth ${password}`]

/**
 * Starts a Redis Cluster of three primaries, each with a number of replicas. A failover begins when a primary has been
 * silent for `nodeTimeout` milliseconds.
 */
export async function startRedisCluster(replicas = 0, nodeTimeout = 1500): Promise<RedisTopology> {
  const servers = await startAll(3 * (1 + replicas), [
    ...common,
    'cluster-enabled yes',
    `cluster-node-timeout ${nodeTimeout}`,
    // On a busy machine, a primary can be silent for longer than that, so only `failOver` allows a failover.
    'cluster-replica-no-failover yes',
  ])
  const buses = await Promise.all(
    servers.map(async (server) => (await server.call('CONFIG', 'GET', 'cluster-port')).split('\n')),
  )
  const nodes = servers.map(({ address }, index) => `${address}@${buses[index]?.[1]}`)
  await run(
    servers[0]?.programs['cli'] ?? '',
    ['--cluster', 'create', ...nodes, '--cluster-replicas', `${replicas}`, '--cluster-yes'],
    { env: { ...process.env, REDISCLI_AUTH: password }, timeout: 60_000 },
  )
  const primaryOf = async (key: string, ...dead: readonly RedisProcess[]) => {
    const liveServer = servers.find((server) => !dead.includes(server)) as RedisProcess
    const slot = Number(await liveServer.call('CLUSTER', 'KEYSLOT', key))
    const owner = ownerOf(await liveServer.call('CLUSTER', 'NODES'), slot)
    return servers.find(({ address }) => address === owner) as RedisProcess
  }
  const replicaOf = async (primary: RedisProcess) => {
    const roles = await Promise.all(servers.map((server) => server.call('ROLE')))
    const index = roles.findIndex(
      (role) => role.startsWith('slave') && role.includes(String(primary.port)),
    )
    return servers[index] as RedisProcess
  }
  await waitUntil(async () => {
    const states = await Promise.all(servers.map((server) => server.call('CLUSTER', 'INFO')))
    const all = await Promise.all(servers.map((server) => server.call('INFO', 'replication')))
    const count = all.filter((text) => text.includes('master_link_status:up')).length
    return states.every((text) => text.includes('cluster_state:ok')) && count === 3 * replicas
  })
  return {
    settings: {
      REDIS_CLUSTER: servers.map(({ address }) => address).join(),
      REDIS_PASSWORD: password,
    },
    primaryOf,
    async failOver(key, mode, onStarted) {
      const oldPrimary = await primaryOf(key)
      const replica = await replicaOf(oldPrimary)
      await waitForReplicas(servers)
      if (mode === 'hand over') {
        await replica.call('CLUSTER', 'FAILOVER')
      } else {
        await oldPrimary[mode]()
        await replica.call('CONFIG', 'SET', 'cluster-replica-no-failover', 'no')
      }
      onStarted?.()
      await waitUntil(async () => (await primaryOf(key, oldPrimary)) !== oldPrimary)
    },
    processes: servers,
    stop: () => stopAll(servers),
  }
}

/** Waits until each replica of these servers has the writes that its primary has now. */
async function waitForReplicas(servers: readonly RedisProcess[]): Promise<void> {
  const readAll = async () =>
    (await Promise.all(servers.map((server) => server.call('INFO', 'replication')))).map(
      (text, index) => ({
        port: String(servers[index]?.port),
        primary: /^master_port:(\d+)/m.exec(text)?.[1],
        offset: Number(/^master_repl_offset:(\d+)/m.exec(text)?.[1]),
      }),
    )
  const written = new Map((await readAll()).map(({ port, offset }) => [port, offset]))
  await waitUntil(async () =>
    (await readAll()).every(
      ({ primary, offset }) => !primary || offset >= (written.get(primary) ?? Infinity),
    ),
  )
}

/** Reads the address of the node with a slot from the result of CLUSTER NODES. */
function ownerOf(nodes: string, slot: number): string | undefined {
  for (const line of nodes.split('\n')) {
    const [, address = '', flags = '', , , , , , ...ranges] = line.trim().split(' ')
    const hasSlot = ranges.some((range) => {
      const [from, to = from] = range.split('-').map(Number)
      return from !== undefined && to !== undefined && slot >= from && slot <= to
    })
    if (hasSlot && flags.includes('master')) return address.split('@')[0]
  }
  return undefined
}

/** Starts a primary, a replica and three sentinels. */
export async function startSentinels(): Promise<RedisTopology> {
  const primary = await RedisProcess.start(common)
  const replica = await RedisProcess.start([...common, `replicaof 127.0.0.1 ${primary.port}`])
  await waitUntil(async () => (await replica.call('ROLE')).includes('connected'))
  const sentinels = await startAll(3, [
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
    `sentinel monitor shop 127.0.0.1 ${primary.port} 2`,
    `sentinel auth-pass shop ${password}`,
    // On a busy machine, a primary can be silent for long, so only `failOver` allows a failover.
    'sentinel down-after-milliseconds shop 600000',
    'sentinel failover-timeout shop 3000',
  ])
  const [sentinel] = sentinels as [RedisProcess]
  const processes = [primary, replica, ...sentinels]
  const primaryOf = async () => {
    const address = await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'shop')
    return address.includes(String(primary.port)) ? primary : replica
  }
  await waitUntil(async () => {
    const all = await Promise.all(
      sentinels.map((each) => each.call('SENTINEL', 'CKQUORUM', 'shop')),
    )
    const replicas = await Promise.all(
      sentinels.map((each) => each.call('SENTINEL', 'REPLICAS', 'shop')),
    )
    return (
      all.every((text) => text.startsWith('OK 3')) &&
      replicas.every((text) => text.includes(String(replica.port)))
    )
  })
  return {
    settings: {
      REDIS_SENTINEL: sentinels.map(({ address }) => address).join(),
      REDIS_SENTINEL_NAME: 'shop',
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
      REDIS_PASSWORD: password,
    },
    primaryOf,
    async failOver(_key, mode, onStarted) {
      const oldPrimary = await primaryOf()
      const newPrimary = oldPrimary === primary ? replica : primary
      await waitForReplicas([primary, replica])
      if (mode === 'hand over') {
        await sentinel.call('SENTINEL', 'FAILOVER', 'shop')
      } else {
        await oldPrimary[mode]()
        const change = ['SET', 'shop', 'down-after-milliseconds', '1000']
        await Promise.all(sentinels.map((each) => each.call('SENTINEL', ...change)))
      }
      onStarted?.()
      await waitUntil(async () => (await newPrimary.call('ROLE')).startsWith('master'))
    },
    processes,
    stop: () => stopAll(processes),
  }
}

function startAll(count: number, lines: readonly string[]): Promise<RedisProcess[]> {
  return Promise.all(Array.from({ length: count }, () => RedisProcess.start(lines)))
}

async function stopAll(servers: readonly RedisProcess[]): Promise<void> {
  await Promise.all(servers.map((server) => server.remove()))
}

export type TopologyTitle = 'Redis Cluster' | 'Redis Sentinel'

/** Defines a group of tests for a cluster, and one for sentinels. Both run from `beforeAll` on. */
export async function describeTopologies(
  define: (title: TopologyTitle, topology: () => RedisTopology) => void | Promise<void>,
  replicas = 0,
): Promise<void> {
  const programs = await findPrograms('redis')
  const starters = {
    'Redis Cluster': () => startRedisCluster(replicas),
    'Redis Sentinel': startSentinels,
  }
  for (const title of Object.keys(starters) as TopologyTitle[]) {
    if (!programs?.['cli'] && process.env['CI'] !== 'true') {
      test(title, ({ skip }) => skip('no redis-server with redis-cli. Install redis-server.'))
      continue
    }
    describe(title, async () => {
      let topology: RedisTopology | undefined
      beforeAll(async () => {
        topology = await starters[title]()
      })
      afterAll(() => topology?.stop())
      await define(title, () => topology as RedisTopology)
    })
  }
}
