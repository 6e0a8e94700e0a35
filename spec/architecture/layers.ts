import { posix } from 'node:path'
import type { ParsedSource } from './parsed-source.ts'

/**
 * The folders of a package from the ground up, and the files at the top of its sources that have a
 * layer. Every other file at the top is a public entry point.
 */
const layersOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'packages/framework/src/': [
    ['reflection', 'platform'],
    ['container', 'config', 'logging', 'discovery', 'jobs'],
    ['validation'],
    ['schema'],
    ['message'],
    ['channels'],
    ['binding'],
    ['responses', 'http'],
    ['pipeline', 'sessions', 'access'],
    [
      'openapi',
      'events',
      'schedules',
      'tables',
      'build',
      'client',
      'console',
      'mcp',
      'adapters',
      'operations',
    ],
    ['development'],
    [
      'kernel.ts',
      'extension.ts',
      'registration.ts',
      'check',
      'app.ts',
      'command-line-tools.ts',
      'command-line.ts',
    ],
    ['testing'],
  ],
  'packages/transform/src/': [
    ['described-type.ts', 'backend.ts'],
    ['parse'],
    ['resolve'],
    ['types'],
    ['describe'],
    ['emit'],
    ['transform.ts', 'scan.ts', 'return-types.ts'],
    ['prepared.ts'],
    ['hooks'],
    ['hooks.ts'],
  ],
  'packages/query/src/': [
    ['sql'],
    ['connection'],
    ['drivers', 'rows', 'pipelined'],
    ['builder', 'configured'],
  ],
  'packages/queue/src/': [
    ['errors.ts', 'job.ts', 'held-job.ts', 'job-settings.ts', 'weights.ts'],
    ['job-type.ts', 'job-registry.ts', 'queue.ts', 'stored-meta.ts'],
    ['application-queues.ts', 'queue-watch.ts', 'job-runner.ts', 'worker.ts', 'leases'],
    ['memory', 'database', 'redis'],
    ['queue-factory.ts', 'commands'],
  ],
  'packages/schedule/src/': [
    ['timetable', 'scheduled-run.ts', 'errors.ts', 'check-options.ts'],
    [
      'schedule-plan.ts',
      'schedule-registry.ts',
      'plan-method.ts',
      'plan-job.ts',
      'plan-schedules.ts',
    ],
    ['claims'],
    ['stores', 'held-run.ts'],
    ['scheduler.ts'],
    ['commands'],
  ],
  'packages/migrate/src/': [
    ['errors.ts'],
    ['files', 'database'],
    ['records.ts', 'plan.ts'],
    ['run', 'schema'],
    ['migrator.ts'],
    ['commands'],
  ],
  'packages/telemetry/src/': [
    ['errors.ts', 'semantic-conventions.ts', 'naming.ts', 'note.ts'],
    ['metrics', 'spans'],
    ['start-sdk.ts', 'force-flush.ts', 'telemetry.ts'],
  ],
  'packages/auth/src/': [
    ['stores'],
    ['secrets', 'keys', 'sessions'],
    ['tokens', 'database', 'redis'],
    ['test-issuer.ts'],
  ],
}

/** Imports that climb to a later layer, or enter by an entry point of their own package. */
export function layerProblems({ path, imports }: ParsedSource): string[] {
  if (!hasLayers(path) || isEntryPoint(path)) return []
  const own = layerOf(path)
  if (own < 0)
    return [`${path}: the folder "${areaOf(path)}" has no layer. Give it one in layers.ts.`]
  return imports
    .filter(({ what }) => what.startsWith('.'))
    .map(({ what, at }) => ({ at, target: posix.join(posix.dirname(path), what) }))
    .filter(({ target }) => isEntryPoint(target) || layerOf(target) > own)
    .map(({ at, target }) =>
      isEntryPoint(target)
        ? `${at}: imports the entry point ${target}. Import the owner of the name.`
        : `${at}: ${areaOf(path)} imports ${target}, which belongs to a later layer.`,
    )
}

/** A file at the top of layered sources that has no layer: it may import anything. */
export function isEntryPoint(path: string): boolean {
  return hasLayers(path) && `${posix.dirname(path)}/` === sourcesOf(path) && layerOf(path) < 0
}

function hasLayers(path: string): boolean {
  return sourcesOf(path) in layersOf
}

function layerOf(path: string): number {
  const layers = layersOf[sourcesOf(path)] ?? []
  return layers.findIndex((areas) => areas.includes(areaOf(path)))
}

/** The folder at the top of the sources that a file lies in, or the file where it lies there itself. */
export function areaOf(path: string): string {
  return path.slice(sourcesOf(path).length).split('/')[0] ?? ''
}

function sourcesOf(path: string): string {
  return `${path.split('/').slice(0, 3).join('/')}/`
}
