import { posix } from 'node:path'
import type { ParsedSource } from './parsed-source.ts'

/**
 * The layers of a folder, first to last: its folders, and the files in it that have a layer. Every other file at the
 * top of the sources of a package is a public entry point. ARCHITECTURE.md and the READMEs in `src` show them.
 */
export const layersOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'packages/core/src/': [
    ['base'],
    ['data'],
    ['calls'],
    ['http'],
    ['features'],
    ['tools'],
    [
      'kernel.ts',
      'extension.ts',
      'registration.ts',
      'register-application.ts',
      'app.ts',
      'check-application.ts',
      'command-line-tools.ts',
      'command-line.ts',
    ],
  ],
  'packages/core/src/base/': [
    ['reflection', 'platform'],
    [
      'container',
      'config',
      'logging',
      'discovery',
      'jobs',
      'schedules',
      'tables',
      'redis',
      'stores',
    ],
  ],
  'packages/core/src/data/': [['validation'], ['builtins'], ['hydration'], ['schema']],
  'packages/core/src/http/': [
    ['message'],
    ['channels'],
    ['binding'],
    ['responses', 'error-handling'],
    ['routing'],
    ['chain', 'observing'],
    ['dispatcher.ts', 'target-planner.ts'],
    ['pipeline.ts'],
    ['file-folders.ts'],
    ['http-kernel.ts'],
    ['adapters'],
  ],
  'packages/core/src/features/': [
    ['middleware', 'sessions', 'access'],
    ['events', 'openapi'],
    ['mcp', 'health'],
    ['workers'],
  ],
  'packages/core/src/features/mcp/': [
    ['protocol'],
    ['catalogue'],
    ['calls'],
    ['methods'],
    ['versions'],
    ['messages'],
    ['transports'],
    ['server.ts'],
    ['application-tools.ts'],
  ],
  'packages/core/src/tools/': [
    ['client', 'console', 'build', 'testing'],
    ['development'],
    ['check'],
  ],
  'packages/core/src/tools/client/': [
    ['types'],
    ['model'],
    ['files'],
    ['errors.ts', 'client-settings.ts'],
    ['write-client.ts'],
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
    ['schedule-plan.ts', 'schedule-registry.ts', 'plan-job.ts', 'plan-schedules.ts'],
    ['claims'],
    ['stores', 'claimed-run.ts'],
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
    ['errors.ts', 'semantic-conventions.ts', 'naming.ts', 'message-property.ts'],
    ['metrics', 'spans'],
    ['start-sdk.ts', 'telemetry.ts'],
  ],
  'packages/auth/src/': [
    ['stores'],
    ['secrets', 'keys', 'sessions'],
    ['tokens', 'database', 'redis'],
    ['test-issuer.ts'],
  ],
}

/** Imports of a later layer, or of an entry point of the own package. */
export function layerProblems(source: ParsedSource): string[] {
  if (isEntryPoint(source.path)) return []
  return Object.keys(layersOf)
    .filter((folder) => source.path.startsWith(folder))
    .flatMap((folder) => problemsIn(folder, source))
}

function problemsIn(folder: string, { path, imports }: ParsedSource): string[] {
  const area = areaIn(folder, path)
  const own = layerOf(folder, area)
  if (own < 0) return [`${path}: "${area}" has no layer in ${folder}. Give it one in layers.ts.`]
  return imports
    .filter(({ what }) => what.startsWith('.'))
    .map(({ what, at }) => ({ at, target: posix.join(posix.dirname(path), what) }))
    .filter(({ target }) => target.startsWith(folder))
    .filter(({ target }) => isEntryPoint(target) || layerOf(folder, areaIn(folder, target)) > own)
    .map(({ at, target }) =>
      isEntryPoint(target)
        ? `${at}: imports the entry point ${target}. Import the owner of the name.`
        : `${at}: ${area} imports ${target}, which belongs to a later layer.`,
    )
}

/** True for a file at the top of layered sources that has no layer. It may import anything. */
export function isEntryPoint(path: string): boolean {
  const sources = `${posix.dirname(path)}/`
  return /^packages\/[^/]+\/src\/$/.test(sources) && sources in layersOf
    ? layerOf(sources, areaIn(sources, path)) < 0
    : false
}

function layerOf(folder: string, area: string): number {
  return (layersOf[folder] ?? []).findIndex((areas) => areas.includes(area))
}

/** The folder or file directly below the innermost folder that has layers. */
export function areaOf(path: string): string {
  const folders = Object.keys(layersOf).filter((folder) => path.startsWith(folder))
  const folder = folders.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return folder + areaIn(folder, path)
}

function areaIn(folder: string, path: string): string {
  return path.slice(folder.length).split('/')[0] ?? ''
}
