import { Config, Container } from '@fw/core'
import { RedisConnection } from '@fw/core/redis'
import { afterAll } from 'vitest'
import {
  describeTopologies,
  type RedisTopology,
  type TopologyTitle,
} from '../../../../query/test/databases/redis-topologies.ts'

/** Defines a group of tests on a cluster, and one on sentinels, with a connection from `beforeAll` on. */
export function connectToTopologies(
  define: (
    title: TopologyTitle,
    redis: () => RedisConnection,
    topology: () => RedisTopology,
  ) => void,
  replicas = 0,
): Promise<void> {
  return describeTopologies((title, topology) => {
    let container: Container | undefined
    const redis = () => {
      container ??= new Container().instance(Config, Config.of(topology().settings)).boot()
      return container.get(RedisConnection)
    }
    afterAll(() => container?.[Symbol.asyncDispose]())
    define(title, redis, topology)
  }, replicas)
}
